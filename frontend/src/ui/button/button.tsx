import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'

interface Look {
  /** `signal` is the one brass button of a screen; `action` the ordinary primary one. */
  variant?: 'signal' | 'action' | 'line' | 'quiet' | 'danger'
  size?: 'lg' | 'md' | 'sm'
  icon?: ReactNode
  /** As wide as its container. */
  block?: boolean
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

export function Button({ variant = 'action', size = 'md', icon, block = false, busy = false, className, type = 'button', onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf(className)}
      data-variant={variant}
      data-size={size}
      data-block={block}
      aria-disabled={busy || undefined}
      // A busy button keeps the focus; it only does nothing more.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

export function ButtonLink({ variant = 'action', size = 'md', icon, block = false, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classOf(className)} data-variant={variant} data-size={size} data-block={block}>
      {icon}
      {children}
    </Link>
  )
}

function classOf(more: string | undefined): string {
  return more ? `${styles.button} ${more}` : (styles.button ?? '')
}
