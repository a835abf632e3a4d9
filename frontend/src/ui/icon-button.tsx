import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The accessible name. */
  label: string
  icon: ReactNode
  size?: 'md' | 'sm'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, size = 'md', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={styles.icon} data-size={size} aria-label={label} title={label}>
      {icon}
    </button>
  )
}
