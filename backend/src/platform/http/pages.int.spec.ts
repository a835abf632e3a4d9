import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestApp, type TestApp } from '../../../test/test-app.js'

/** A small version of the build's output. */
function buildApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-app-'))
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  for (const each of ['pages', 'assets']) mkdirSync(join(folder, each))
  write('index.html', '<!doctype html><title>app</title>')
  write('assets/index-abc.js', 'app()')
  write('pages/landing.html', `<link rel="canonical" href="https://public-url.invalid/">${'texto '.repeat(300)}`)
  write('pages/contact.html', '<meta name="contact-url" content="https://contact-url.invalid">')
  write('pages/sitemap.xml', '<loc>https://public-url.invalid/</loc>')
  const file = (path: string, name: string, type: string) => ({ path, file: `pages/${name}`, type })
  const html = 'text/html; charset=utf-8'
  write(
    'pages.json',
    JSON.stringify({
      files: [
        file('/', 'landing.html', html),
        file('/contact', 'contact.html', html),
        file('/sitemap.xml', 'sitemap.xml', 'application/xml; charset=utf-8'),
      ],
      redirects: { '/sucesso': '/dashboard?welcome=true' },
    }),
  )
  return folder
}

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = buildApp()
  test = await startTestApp({ PUBLIC_URL: 'https://prumo.exemplo.com.br' }, folder)
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => test.app.inject({ method, url, headers })

it('a page contains the public address for any query', async () => {
  for (const url of ['/', '/?utm=x']) {
    const answer = await get(url)
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
    })
    expect(answer.body).toContain('href="https://prumo.exemplo.com.br/"')
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
  expect((await get('/sitemap.xml')).body).toBe('<loc>https://prumo.exemplo.com.br/</loc>')
  expect((await get('/contact')).body).toContain('content="/api/v1.0/email/send"')
  expect(await get('/', {}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
})

it('the contact form posts to the configured address, which the policy allows', async () => {
  const elsewhere = await startTestApp({ CONTACT_URL: 'https://api.exemplo.com/v1?user_id=a&service_id="b"' }, folder)
  try {
    const answer = await elsewhere.app.inject('/contact')
    expect(answer.body).toContain('content="https://api.exemplo.com/v1?user_id=a&amp;service_id=&quot;b&quot;"')
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://api.exemplo.com;")
  } finally {
    await elsewhere.close()
  }
})

it('a page is sent compressed as the browser accepts, and not at all when cached', async () => {
  const plain = (await get('/')).body
  const [br, gzip, none] = [
    await get('/', { 'accept-encoding': 'gzip, br' }),
    await get('/', { 'accept-encoding': 'gzip' }),
    await get('/', { 'accept-encoding': 'br;q=0' }),
  ]
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
  expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(new Set([br, gzip, none].map(({ headers }) => headers.etag)).size).toBe(3)
  const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': `W/"old", ${br.headers.etag}` })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

it('a redirect keeps the query', async () => {
  expect(await get('/sucesso?session_id=cs_1&welcome=false')).toMatchObject({
    statusCode: 302,
    headers: { location: '/dashboard?session_id=cs_1&welcome=true' },
  })
})

it('leads password managers to the form, and knows no other well-known address', async () => {
  const change = await get('/.well-known/change-password?x=1')
  expect(change).toMatchObject({ statusCode: 302, headers: { location: '/dashboard/settings?aba=conta' } })
  for (const name of ['', 'resource-that-should-not-exist-whose-status-code-should-not-be-200', 'security.txt', 'a/b'])
    expect((await get(`/.well-known/${name}`)).statusCode).toBe(404)
})

it('the app answers for its screens, the start page for unknown addresses, and a missing file with 404', async () => {
  for (const url of ['/dashboard', '/dashboard/goals?x=1', '/dashboard?welcome=true'])
    expect((await get(url)).body).toContain('<title>app</title>')
  for (const url of ['/nada', '/dashboards', '/login/'])
    expect(await get(url)).toMatchObject({ statusCode: 302, headers: { location: '/' } })
  for (const url of ['/assets/old-abc.js', '/favicon.ico', '/pages/landing.html', '/pages.json', '/index.html'])
    expect((await get(url)).statusCode).toBe(404)
  expect(await test.app.inject({ method: 'POST', url: '/nada' })).toMatchObject({ statusCode: 404 })
})

it('a statement shared before the app could store it redirects to the import screen', async () => {
  const boundary = 'x'.repeat(20)
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="extrato"; filename="e.ofx"\r\n\r\n${'1'.repeat(200_000)}\r\n--${boundary}--`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await test.app.inject({ method: 'POST', url: '/dashboard/import', headers, payload })
  expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/dashboard/import?compartilhado=0' } })
  // The screen itself belongs to the app.
  expect((await get('/dashboard/import?compartilhado=0', { accept: 'text/html' })).body).toContain('<title>app</title>')
})
