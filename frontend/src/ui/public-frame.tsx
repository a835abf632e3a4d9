import type { ReactNode } from 'react'
import { Logo } from './logo'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  /** In the header, between the logo and the login link. */
  links?: readonly { href: string; label: string }[]
  /** Without links to other pages, which would lead away from a form. */
  bare?: boolean
  /** At the right end of the header for a signed-in person; by default the link into the app. */
  member?: ReactNode
  children: ReactNode
}

const publicLinks = [
  { href: '/features', label: 'Recursos' },
  { href: '/plans', label: 'Planos' },
  { href: '/contact', label: 'Contato' },
]

/** The frame of every public page: header, content, footer. */
export function PublicFrame({ links = publicLinks, bare = false, member = <OpenApp />, children }: PublicFrameProps) {
  return (
    <>
      <a href="#conteudo" className={styles.skip} data-chrome>
        Pular para o conteúdo
      </a>
      <header className={styles.header}>
        <a href="/" className={styles.brand}>
          <Logo height={40} />
        </a>
        {!bare && (
          <nav aria-label="Principal" className={styles.links}>
            {links.map(({ href, label }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
        )}
        {/* Only one is visible; first-paint.js chooses. */}
        <div className={styles.door} data-for="visitor">
          <a href="/login">Entrar</a>
        </div>
        <div className={styles.door} data-for="member">
          {member}
        </div>
      </header>
      <main id="conteudo" tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <footer className={styles.footer}>
        <nav aria-label="Rodapé">
          <a href="/analysis">Análise grátis</a>
          <a href="/features">Recursos</a>
          <a href="/plans">Planos</a>
          <a href="/install">Instalar</a>
          <a href="/contact">Contato</a>
          <a href="/terms">Termos</a>
          <a href="/privacy">Privacidade</a>
        </nav>
        <p>Suporte de segunda a sexta, das 9h às 18h.</p>
      </footer>
    </>
  )
}

/** The link into the app. */
export function OpenApp() {
  return <a href="/dashboard">Abrir o painel</a>
}
