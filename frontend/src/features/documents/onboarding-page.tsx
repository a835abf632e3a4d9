import { Logo } from '../../ui/logo'
import { AheadFragment, EntryFragment, ImportFragment, MonthFragment } from './fragments'
import styles from './onboarding-page.module.css'

const steps = [
  {
    title: 'Lance na hora.',
    text: 'Valor e descrição bastam. Sem internet, o lançamento espera no aparelho e segue quando a conexão voltar.',
    Fragment: EntryFragment,
  },
  {
    title: 'Traga o extrato do banco.',
    text: 'Você escolhe o arquivo, confere e aceita. As categorias vêm sugeridas.',
    Fragment: ImportFragment,
  },
  {
    title: 'Veja para onde foi.',
    text: 'O que saiu fica à esquerda da linha, o que entrou à direita. O que sobra é a diferença.',
    Fragment: MonthFragment,
  },
  {
    title: 'Saiba o que vem pela frente.',
    text: 'O Prumo soma o que vence e o que se repete, e diz se vai faltar e em que dia.',
    Fragment: AheadFragment,
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
