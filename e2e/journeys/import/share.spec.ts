import { ChaosDevice, waitForServiceWorker } from '../../chaos/device.js'
import { register, signIn, signInNewPerson } from '../../people.js'
import { expect, test as base } from '../../test.js'
import { inter, expectReview } from './statements.js'

/** A browser with a profile of its own, in which a service worker can run. */
const test = base.extend<{ device: ChaosDevice }>({
  device: async ({ app: _app }, use) => {
    const device = await ChaosDevice.turnedOn()
    await use(device)
    await device.remove()
  },
})

test(
  'a statement shared from another app without a session waits on the device, and opens after the login @desktop',
  { tag: '@long' },
  async ({ app, device, request }) => {
    const person = await register(request)
    const page = await device.tab()
    await page.goto(`${app.url}/login`)
    // The worker is installed after the first interaction, with all files of the release.
    await page.keyboard.press('Tab')
    await waitForServiceWorker(page)

    // As the operating system does: a multipart form, posted to the manifest's address.
    await page.evaluate(
      async ({ name, type, text }) => {
        const { share_target: target } = (await (await fetch('/manifest.webmanifest')).json()) as {
          share_target: { action: string; params: { files: { name: string }[] } }
        }
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          enctype: 'multipart/form-data',
          action: target.action,
        })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: target.params.files[0]?.name ?? '' })
        const files = new DataTransfer()
        files.items.add(new File([text], name, { type }))
        input.files = files.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      { name: inter.name, type: inter.mimeType, text: inter.buffer.toString() },
    )
    await page.waitForURL(/\/login/)
    await expect(page.getByText('1 extrato espera neste computador')).toBeVisible()
    await signIn(page, person)
    await expectReview(page)
    await expect(page.getByText('Fecha com o saldo do banco.')).toBeVisible()
    // The file was deleted from the device.
    await page.goto(`${app.url}/dashboard/import?compartilhado=1`)
    await expect(page.getByText('Escolha o arquivo aqui')).toBeVisible()
  },
)

test('a share that reaches the server leads to the screen that asks for the file @desktop', async ({ page, request }) => {
  await signInNewPerson({ page, request })
  const answer = await page.request.post('/dashboard/import', {
    multipart: { extrato: { name: inter.name, mimeType: inter.mimeType, buffer: inter.buffer } },
    maxRedirects: 0,
  })
  expect([answer.status(), answer.headers()['location']]).toEqual([303, '/dashboard/import?compartilhado=0'])
  await page.goto(answer.headers()['location'] ?? '')
  await expect(page.getByText('Escolha o arquivo aqui')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/import$/)
})
