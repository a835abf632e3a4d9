import type { ReactNode } from 'react'
import { Logo } from './logo'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  /** In the header, between the name and the door. */
  links?: readonly { href: string; label: string }[]
  /** Without the ways to everything else: on a form they only lead away. */
  bare?: boolean
  /** At the right edge for whoever is signed in; the way into the app unless it says otherwise. */
  member?: ReactNode
  children: ReactNode
}

const publicLinks = [
  { href: '/features', label: 'Recursos' },
  { href: '/plans', label: 'Planos' },
  { href: '/contact', label: 'Contato' },
]

/** Around every public page: the name, the ways on, the small print. */
export function PublicFrame({ links = publicLinks, bare = false, member = <OpenApp />, children }: PublicFrameProps) {
  return (
    <>
      <a href="#conteudo" className={styles.skip}>
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
        {/* One of the two shows; first-paint.js knows which. */}
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

/** The way into the app. */
export function OpenApp() {
  return <a href="/dashboard">Abrir o painel</a>
}
