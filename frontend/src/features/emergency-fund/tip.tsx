import styles from './emergency-fund-page.module.css'

/** Where such money is well kept. */
export function Tip() {
  return (
    <p className={styles.tip}>
      Reserva é dinheiro para sair no mesmo dia. Deixe em algo que renda e não oscile, como o Tesouro Selic ou um CDB com liquidez diária, separado da conta do dia a dia.
    </p>
  )
}
