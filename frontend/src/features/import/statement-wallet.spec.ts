import type { Wallet } from '@prumo/shared/wallets'
import { aWallet } from '../../data/test-fixtures'
import { draftInWallet, nameProblem, walletOfStatement, walletQuestion, type KnownStatements } from './statement-wallet'
import { accountHash, rowKeys } from './statement/row-keys'
import type { StatementDraft } from './statement-review'

const wallet = (about: Partial<Wallet>) => aWallet({ id: 'main', name: 'Conta principal', ...about })
const caixa = wallet({ id: 'caixa', name: 'Caixa', kind: 'cash', isMain: false })
const nubank = wallet({ id: 'nubank', name: 'Nubank', kind: 'card', isMain: false })
const known = (about: Partial<KnownStatements>): KnownStatements => ({
  wallets: [],
  imports: [],
  remembered: null,
  ...about,
})
const inter = { account: '77/4412', bank: 'Inter', isCard: false }
const withoutNumber = { account: '', bank: 'Nubank', isCard: false }

it('takes the first statement of all for the only wallet, and asks from the second account on', () => {
  expect(walletOfStatement(inter, known({ wallets: [wallet({})] }))?.id).toBe('main')
  expect(walletOfStatement(inter, known({ wallets: [wallet({ statementAccounts: ['other'] })] }))).toBeNull()
  expect(walletOfStatement(inter, known({ wallets: [wallet({}), caixa] }))).toBeNull()
})

it('knows an account by an earlier statement', () => {
  const hash = accountHash(inter.account)
  const owner = wallet({ id: 'inter', statementAccounts: [hash] })
  expect(walletOfStatement(inter, known({ wallets: [caixa, owner] }))?.id).toBe('inter')
  expect(walletOfStatement(inter, known({ wallets: [{ ...owner, archived: true }, caixa, nubank] }))).toBeNull()
})

it('knows a file without a number by what was answered on this device, else by the bank of earlier imports', () => {
  const wallets = [wallet({ statementAccounts: ['x'] }), nubank]
  const imports = [{ walletId: 'main', bank: 'Nubank', undoneAt: null }]
  expect(walletOfStatement(withoutNumber, known({ wallets, imports }))?.id).toBe('main')
  expect(walletOfStatement({ ...withoutNumber, isCard: true }, known({ wallets, imports }))).toBeNull()
  expect(walletOfStatement({ ...withoutNumber, isCard: true }, known({ wallets, imports, remembered: 'nubank' }))?.id).toBe('nubank')
})

it('offers to create a wallet of the bank unless one has its name, and lists cards first for the statement of a card', () => {
  expect(walletQuestion(inter, [wallet({}), caixa])).toMatchObject({ newName: 'Inter', kind: 'bank' })
  expect(walletQuestion({ bank: 'Caixa', account: '1', isCard: false }, [wallet({}), caixa]).newName).toBe('')
  const ofCard = walletQuestion({ bank: 'XP', account: '1', isCard: true }, [wallet({}), caixa, nubank])
  expect(ofCard.wallets.map(({ id }) => id)).toEqual(['nubank', 'main', 'caixa'])
  expect(nameProblem(' CAIXÁ', [caixa])).toBe('Já existe uma conta com este nome.')
})

it('gives the lines of a file without a number the keys of its wallet, and keeps their choices', () => {
  const line = { line: 1, date: '2026-11-20', centavos: -500, memo: 'Pão', identifier: '', instalment: '' }
  const keyed = { ...line, key: rowKeys({ account: 'main', lines: [line] as never }, 'main')[0] as string }
  const draft = {
    statement: { ...withoutNumber, keyAccount: 'main', accountHash: accountHash('main'), lines: [keyed] },
    choices: { [keyed.key]: { category: 'Vendas' } },
  } as unknown as StatementDraft
  const moved = draftInWallet(draft, { id: 'caixa', name: 'Caixa', kind: 'cash' })
  const [key = ''] = rowKeys({ account: 'caixa', lines: [line] as never }, 'caixa')
  expect(moved.statement).toMatchObject({ keyAccount: 'caixa', accountHash: accountHash('caixa'), lines: [{ key }] })
  expect(moved.choices).toEqual({ [key]: { category: 'Vendas' } })
  expect(draftInWallet(draft, { id: 'main', name: 'Conta principal', kind: 'bank' }).statement).toBe(draft.statement)
})
