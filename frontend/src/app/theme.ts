import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The component library in our colours. Its variables point at our tokens, which define light and dark. */

function colorTuple(token: string): MantineColorsTuple {
  return Array.from({ length: 10 }, (_, step) => `var(--${token}-${step})`) as unknown as MantineColorsTuple
}

const floating = { defaultProps: { zIndex: 'calc(var(--z-modal) + 1)', shadow: 'none', radius: 'var(--r-control)' } }

export const theme = createTheme({
  colors: {
    cal: colorTuple('neutral'),
    latao: colorTuple('brand'),
    anil: colorTuple('pos'),
    tijolo: colorTuple('neg'),
    ambar: colorTuple('warn'),
    dark: colorTuple('dark'),
  },
  primaryColor: 'cal',
  primaryShade: { light: 9, dark: 0 },
  white: 'var(--neutral-0)',
  black: 'var(--neutral-9)',
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: { Popover: floating, Menu: floating },
})

const semantic = {
  '--mantine-color-body': 'var(--bg-page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default': 'var(--bg-surface)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--action)',
  '--mantine-primary-color-filled-hover': 'var(--action-hover)',
  '--mantine-primary-color-contrast': 'var(--action-text)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: semantic, dark: semantic })
