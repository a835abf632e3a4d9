import {
  IconDeviceDesktopDown,
  IconDots,
  IconDotsVertical,
  IconDownload,
  IconFile,
  IconShare2,
  IconSquarePlus,
  type Icon,
} from '@tabler/icons-react'

/** How to install the app on each system, in the system's own wording. */
export const installSystems = ['android', 'ios', 'windows', 'mac'] as const
export type InstallSystem = (typeof installSystems)[number]

export interface InstallStep {
  text: string
  /** The menu item to choose. */
  item: { label: string; icon?: Icon }
}

export const systemNames: Record<InstallSystem, string> = { android: 'Android', ios: 'iPhone e iPad', windows: 'Windows', mac: 'Mac' }

export const installSteps: Record<InstallSystem, { browser: string; steps: readonly InstallStep[] }> = {
  android: {
    browser: 'No Chrome',
    steps: [
      { text: 'Toque no menu, no alto da tela.', item: { label: 'Menu', icon: IconDotsVertical } },
      { text: 'Escolha instalar.', item: { label: 'Adicionar à tela inicial', icon: IconDeviceDesktopDown } },
      { text: 'Confirme. O Prumo aparece entre os aplicativos.', item: { label: 'Instalar' } },
    ],
  },
  ios: {
    browser: 'No Safari',
    steps: [
      { text: 'Toque em compartilhar, na barra do navegador.', item: { label: 'Compartilhar', icon: IconShare2 } },
      { text: 'Role a lista e escolha adicionar.', item: { label: 'Adicionar à Tela de Início', icon: IconSquarePlus } },
      { text: 'Confirme. O Prumo aparece na tela de início.', item: { label: 'Adicionar' } },
    ],
  },
  windows: {
    browser: 'No Chrome ou no Edge',
    steps: [
      { text: 'Clique no menu, no alto da janela.', item: { label: 'Menu', icon: IconDots } },
      { text: 'Escolha instalar a página como aplicativo.', item: { label: 'Instalar Prumo', icon: IconDownload } },
      { text: 'Confirme. O Prumo aparece no menu Iniciar.', item: { label: 'Instalar' } },
    ],
  },
  mac: {
    browser: 'No Safari',
    steps: [
      { text: 'Clique em Arquivo, na barra do alto.', item: { label: 'Arquivo', icon: IconFile } },
      { text: 'Escolha adicionar ao Dock.', item: { label: 'Adicionar ao Dock…', icon: IconSquarePlus } },
      { text: 'Confirme. O Prumo aparece no Dock.', item: { label: 'Adicionar' } },
    ],
  },
}

/** The system that the browser reports; Android if it is unknown. */
export function systemOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  // An iPad reports a Mac, but a Mac has no touch screen.
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  if (/Windows/.test(userAgent)) return 'windows'
  return 'android'
}
