import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { useBrowserValue } from '../lib/browser-value'
import { Link, type LinkProps } from './link'
import styles from './button.module.css'

interface ButtonAppearance {
  /**
   * `signal` is the one brass button of a screen, `action` the ordinary primary button; `plain` and `losing` are text buttons below
   * it.
   */
  variant?: 'signal' | 'action' | 'line' | 'quiet' | 'plain' | 'danger' | 'losing'
  size?: 'lg' | 'md' | 'sm'
  icon?: ReactNode
  /** As wide as its container. */
  block?: boolean
}

type ButtonProps = ButtonAppearance & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

export function Button({
  variant = 'action',
  size = 'md',
  icon,
  block = false,
  busy = false,
  className,
  type = 'button',
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Disabled before hydration, when the browser itself would send the form, with the input in the address.
  const isWaiting = useBrowserValue(() => false, true) && type === 'submit'
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isWaiting}
      data-waiting={isWaiting || undefined}
      className={classOf(className)}
      data-variant={variant}
      data-size={size}
      data-block={block}
      aria-disabled={busy || undefined}
      // A busy button keeps the focus but does nothing.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

export function ButtonLink({
  variant = 'action',
  size = 'md',
  icon,
  block = false,
  className,
  children,
  ...rest
}: ButtonAppearance & LinkProps) {
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
