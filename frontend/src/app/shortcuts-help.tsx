import { useWallets } from '../data/wallets'
import { setSingleKeys, useSingleKeysEnabled } from '../lib/single-keys-preference'
import { Button } from '../ui/button'
import { Dialog } from '../ui/overlay/dialog'
import { Checkbox } from '../ui/field/checkbox'
import { shownDestinations } from './navigation'
import { closeOverlay } from './overlays'
import styles from './shortcuts-help.module.css'

const control = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The shortcuts, and the switch for single keys. */
export default function ShortcutsHelp() {
  const on = useSingleKeysEnabled()
  const destinations = shownDestinations(useWallets().hasSeveral)
  return (
    <Dialog
      open
      onClose={closeOverlay}
      size="wide"
      title="Atalhos do teclado"
      actions={
        <Button variant="line" data-autofocus onClick={closeOverlay}>
          Fechar
        </Button>
      }
    >
      <div className={styles.columns}>
        <div>
          <dl className={styles.keys}>
            <Row keys={[control, 'K']} does="Buscar ou ir para" />
            <Row keys={[control, 'Enter']} does="Salvar; em algo novo, abrir o próximo" />
            <Row keys={[control, 'Shift', 'Enter']} does="Repetir a última transação" />
            <Row keys={[control, 'Z']} does="Desfazer, enquanto o aviso está na tela" />
            <Row keys={['Esc']} does="Fechar" />
            <Row keys={['←', '→']} does="Trocar de aba ou de opção" />
          </dl>
          <dl className={styles.keys} data-off={!on}>
            <Row keys={['N']} does="Nova Transação" />
            {destinations.map(({ path, label, adds }) => adds && <Row key={path} keys={['N']} does={`${adds.label}, em ${label}`} />)}
            <Row keys={['/']} does="Buscar" />
            <Row keys={['?']} does="Esta ajuda" />
          </dl>
        </div>
        <dl className={styles.keys} data-off={!on}>
          {destinations.map(({ path, label, key }) => (
            <Row key={path} keys={['G', key.toUpperCase()]} does={`Ir para ${label}`} />
          ))}
        </dl>
      </div>
      <Checkbox label="Atalhos de uma tecla só" checked={on} onChange={setSingleKeys} />
    </Dialog>
  )
}

function Row({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div className={styles.row}>
      <dt>{does}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}
