import { isInstallOffered, countSavedTransaction, dismissInstallOffer } from './install-offer'

const NOW = '2026-11-20'
const anotherVisit = () => sessionStorage.clear()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('is not shown on the first visit, but on the second', () => {
  expect([isInstallOffered(NOW), isInstallOffered(NOW)]).toEqual([false, false])
  anotherVisit()
  expect([isInstallOffered(NOW), isInstallOffered(NOW)]).toEqual([true, true])
})

it('is shown on the first visit after the third saved transaction', () => {
  isInstallOffered(NOW)
  countSavedTransaction()
  countSavedTransaction()
  expect(isInstallOffered(NOW)).toBe(false)
  countSavedTransaction()
  expect(isInstallOffered(NOW)).toBe(true)
})

it('is not shown for 30 days after an answer', () => {
  isInstallOffered(NOW)
  anotherVisit()
  dismissInstallOffer(NOW)
  expect([isInstallOffered(NOW), isInstallOffered('2026-12-19'), isInstallOffered('2026-12-20')]).toEqual([false, false, true])
})

it('is not shown in the installed application', () => {
  isInstallOffered(NOW)
  anotherVisit()
  const standalone = jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  expect(isInstallOffered(NOW)).toBe(false)
  standalone.mockRestore()
})

it('starts over where the stored state is invalid', () => {
  for (const text of ['', '7', '{"visits":"x"}', '{']) {
    localStorage.setItem('prumo-device:install-offer', text)
    expect(isInstallOffered(NOW)).toBe(false)
    sessionStorage.clear()
  }
})
