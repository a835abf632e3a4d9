import { Logo } from '../../ui/logo'
import { ConfirmFragment, DevicesFragment, EntryFragment, MonthFragment } from './fragments'
import styles from './onboarding-page.module.css'

const steps = [
  { title: 'Lance na hora.', text: 'Vendeu, pagou, lançou. Valor e descrição bastam.', Fragment: EntryFragment },
  {
    title: 'Confirme o que era para cair.',
    text: 'O que você agenda não entra nos totais antes da hora. No dia, o Prumo pergunta.',
    Fragment: ConfirmFragment,
  },
  {
    title: 'Veja para onde foi.',
    text: 'O que entrou fica à direita da linha, o que saiu à esquerda. O que sobra é a diferença.',
    Fragment: MonthFragment,
  },
  {
    title: 'Leve no bolso.',
    text: 'Funciona sem internet. O que você lança espera no aparelho e segue quando a conexão voltar.',
    Fragment: DevicesFragment,
  },
]

const addressOf = (index: number) => `passo-${index + 1}`

/**
 * The tour: four screens, one of them visible, chosen by the fragment of the URL. `public/document.js` adds keys and remembers that it was
 * seen.
 */
export function Component() {
  return (
    <main className={styles.tour} data-tour>
      <header className={styles.head}>
        <Logo />
        <a href="/plans" data-ends-tour>
          Pular
        </a>
      </header>
      <h1 className="visually-hidden">Conheça o Prumo</h1>
      {steps.map(({ title, text, Fragment }, index) => (
        <section key={title} id={addressOf(index)} className={styles.step} tabIndex={-1} aria-labelledby={`${addressOf(index)}-titulo`}>
          <div className={styles.words}>
            <p className={styles.count}>
              Passo {index + 1} de {steps.length}
            </p>
            <h2 id={`${addressOf(index)}-titulo`}>{title}</h2>
            <p>{text}</p>
          </div>
          <div className={styles.picture}>
            <Fragment />
          </div>
          <p className={styles.ways}>
            {index > 0 && (
              <a href={`#${addressOf(index - 1)}`} className={styles.back} data-way="back">
                Voltar
              </a>
            )}
            {index < steps.length - 1 ? (
              <a href={`#${addressOf(index + 1)}`} className={styles.next} data-way="next">
                Próximo
              </a>
            ) : (
              <a href="/plans" className={styles.next} data-way="next" data-ends-tour>
                Ver os planos
              </a>
            )}
          </p>
        </section>
      ))}
    </main>
  )
}
