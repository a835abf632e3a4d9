import { useId, type ReactNode } from 'react'
import { setNotices, useNoticesEnabled } from '../../lib/notices-preference'
import { setSingleKeys, useSingleKeysEnabled } from '../../lib/single-keys-preference'
import { Checkbox } from '../../ui/field/checkbox'
import { setColorScheme } from '../../ui/color-scheme'
import { Segmented } from '../../ui/field/segmented'
import { useColorSchemeChoice } from '../../ui/use-color-scheme'
import styles from './preferences-tab.module.css'
import { Section } from './section'

const schemes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'system', label: 'Como no sistema' },
] as const

/** Settings of this device. */
export default function PreferencesTab() {
  return (
    <Section title="Neste aparelho">
      <div className={styles.choices}>
        <Choice label="Receber avisos" checked={useNoticesEnabled()} onChange={setNotices}>
          O sino mostra o que está para confirmar e as metas com prazo perto ou vencido.
        </Choice>
        <div className={styles.appearance}>
          <p>Aparência</p>
          <Segmented legend="Aparência" name="aparencia" segments={schemes} value={useColorSchemeChoice()} onChange={setColorScheme} />
        </div>
        <Choice label="Atalhos de uma tecla só" checked={useSingleKeysEnabled()} onChange={setSingleKeys}>
          N lança, / busca, G e uma letra mudam de tela, ? mostra todas. Desligue se você dita ou esbarra no teclado.
        </Choice>
      </div>
      <p>Estas escolhas ficam neste aparelho, mesmo depois de sair da conta.</p>
    </Section>
  )
}

interface PreferenceChoiceProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** Describes the effect. */
  children: ReactNode
}

function Choice({ label, checked, onChange, children }: PreferenceChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <Checkbox label={label} checked={checked} onChange={onChange} describedBy={id} />
      <p id={id}>{children}</p>
    </div>
  )
}
