import type { ComponentProps } from 'react'
import { IconDots } from '@tabler/icons-react'
import { IconButton } from '../icon-button'

/** The three dots of a closed menu. A file of its own, because it stands in for the menu until its code is loaded. */
export function MenuButton(props: Omit<ComponentProps<typeof IconButton>, 'icon' | 'size'>) {
  return <IconButton {...props} size="sm" icon={<IconDots size={20} stroke={1.75} aria-hidden />} />
}
