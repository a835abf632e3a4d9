import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconCheck,
  IconClock,
  IconDeviceMobile,
  IconDeviceDesktop,
  IconFileText,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Bob } from '../../ui/bob'
import styles from './fragments.module.css'

/** A picture of a part of the product. Screen readers hear its label only. */
function Fragment({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className={`${styles.fragment} ${className ?? ''}`}>
      {children}
    </div>
  )
}

export function EntryFragment() {
  return (
    <Fragment label="O lançamento de uma despesa: R$ 386,70, Embalagens Aurora, Fornecedores, hoje.">
      <div className={styles.types}>
        <span>
          <IconArrowDownLeft size={18} stroke={1.75} aria-hidden /> Receita
        </span>
        <span className={styles.chosen}>
          <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.out} /> Despesa
        </span>
      </div>
      <p className={styles.label}>Valor</p>
      <p className={styles.value}>
        <small>R$</small>386,70
      </p>
      <p className={styles.label}>Descrição</p>
      <p className={styles.field}>Embalagens Aurora</p>
      <div className={styles.chips}>
        <span className={styles.chosen}>Fornecedores</span>
        <span>Aluguel</span>
        <span>Marketing</span>
      </div>
    </Fragment>
  )
}

export function ConfirmFragment() {
  return (
    <Fragment label="Uma pergunta do painel: a cesta corporativa da Ótica Vale era para ontem, R$ 980,00. Já recebeu?">
      <div className={styles.pending}>
        <IconClock size={20} stroke={1.75} aria-hidden />
        <p>
          <b>Cesta corporativa, Ótica Vale</b> era para ontem: <span className={styles.money}>R${'\u00a0'}980,00</span>. Já recebeu?
        </p>
      </div>
      <div className={styles.answers}>
        <span className={styles.chosen}>
          <IconCheck size={18} stroke={1.75} aria-hidden /> Sim, Recebido
        </span>
        <span>Não Recebido</span>
      </div>
    </Fragment>
  )
}

/** Lines of a statement, of which the bank's text, the clean name and the category are shown. */
const LINES = [
  { name: 'Moinho Central', category: 'Fornecedores', amount: '312,40', isOut: true },
  { name: 'Família Prado', category: 'Vendas', amount: '220,00', isOut: false },
  { name: 'Posto Avenida', category: 'Transporte', amount: '120,00', isOut: true },
]

export function ImportFragment() {
  return (
    <Fragment label="Um extrato conferido: três transações com a categoria sugerida. Saíram R$ 432,40 e entraram R$ 220,00. Fecha com o saldo do banco.">
      <p className={styles.file}>
        <IconFileText size={18} stroke={1.75} aria-hidden /> Extrato de novembro
      </p>
      <div className={styles.lines}>
        {LINES.map(({ name, category, amount, isOut }) => (
          <p key={name}>
            <IconCheck size={16} stroke={2} aria-hidden />
            <b>{name}</b>
            <span className={`${styles.money} ${isOut ? styles.out : styles.in}`}>{`${isOut ? '-' : '+'}${amount}`}</span>
            <small>{category}, sugerida</small>
          </p>
        ))}
      </div>
      <p className={styles.closes}>
        <IconCheck size={18} stroke={1.75} aria-hidden /> Fecha com o saldo do banco.
      </p>
    </Fragment>
  )
}

export function AheadFragment() {
  return (
    <Fragment label="O que vem pela frente: o menor saldo até 27 de dezembro é R$ 640,00, em 10 de dezembro. Dá para tirar até R$ 640,00 sem faltar nos próximos 30 dias.">
      <p className={styles.lowest}>Menor saldo até 27 de dezembro</p>
      <p className={styles.value}>
        <small>R$</small>640,00
      </p>
      <svg viewBox="0 0 350 118" className={styles.ahead} aria-hidden="true">
        <path d="M4 33H52V17H96V50H150V77H236V52H290V30H346" className={styles.balance} />
        <path d="M4 100H346" className={styles.zero} />
        <path d="M150 77V100" className={styles.string} />
        <circle cx="150" cy="77" r="3.5" />
        <g transform="translate(138 94) scale(0.75)">
          <Bob />
        </g>
      </svg>
      <p className={styles.days}>
        <span>hoje</span>
        <b>10 de dezembro</b>
        <span>27/12</span>
      </p>
      <p>Dá para tirar até R${'\u00a0'}640,00 sem faltar nos próximos 30 dias.</p>
    </Fragment>
  )
}

/** Income and expenses in thousands of reais. */
const MONTHS = [
  { month: 'jul', out: 12.9, in: 12.1 },
  { month: 'ago', out: 11, in: 12.6 },
  { month: 'set', out: 11.9, in: 13.3 },
  { month: 'out', out: 12.1, in: 14 },
  { month: 'nov', out: 11.7, in: 14.9 },
]
const LARGEST = 14.9
const one = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1 })
const signed = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })

export function MonthFragment() {
  return (
    <Fragment label="Entradas e saídas de cinco meses. Em novembro entraram 14,9 mil reais, saíram 11,7 mil e sobraram 3,2 mil.">
      <div className={styles.months}>
        <p className={styles.heads}>
          <span>R${'\u00a0'}mil</span>
          <span>Saiu</span>
          <span>Entrou</span>
          <span>Sobrou</span>
        </p>
        {MONTHS.map(({ month, out, in: came }, index) => (
          <p key={month} data-now={index === MONTHS.length - 1}>
            <span>{month}</span>
            <span className={styles.left}>
              {one.format(out)}
              <i style={{ width: `${(out / LARGEST) * 60}%` }} />
            </span>
            <span className={styles.right}>
              <i style={{ width: `${(came / LARGEST) * 60}%` }} />
              {one.format(came)}
            </span>
            <span>{signed.format(came - out)}</span>
          </p>
        ))}
      </div>
    </Fragment>
  )
}

export function GoalFragment() {
  return (
    <Fragment label="Uma meta: Forno de lastro, 65 por cento, R$ 5.200,00 de R$ 8.000,00, faltam 42 dias.">
      <p className={styles.goal}>
        <b>Forno de lastro</b>
        <b className={styles.money}>65%</b>
      </p>
      <div className={styles.bar}>
        <i style={{ width: '65%' }} />
      </div>
      <p className={styles.goal}>
        <span>
          <span className={styles.money}>R${'\u00a0'}5.200,00</span> de <span className={styles.money}>R${'\u00a0'}8.000,00</span>
        </span>
        <span>Faltam 42 dias</span>
      </p>
    </Fragment>
  )
}

export function DevicesFragment() {
  return (
    <Fragment label="Sem internet, dois lançamentos aguardam envio no aparelho.">
      <p className={styles.offline}>Sem internet. 2 lançamentos aguardando envio.</p>
      <ul className={styles.waiting}>
        <li>
          <b>Venda no balcão</b>
          <span className={`${styles.money} ${styles.in}`}>+R${'\u00a0'}214,00</span>
          <small>
            <IconClock size={16} stroke={1.75} aria-hidden /> Aguardando envio
          </small>
        </li>
        <li>
          <b>Gás</b>
          <span className={`${styles.money} ${styles.out}`}>-R${'\u00a0'}118,00</span>
          <small>
            <IconClock size={16} stroke={1.75} aria-hidden /> Aguardando envio
          </small>
        </li>
      </ul>
      <p className={styles.devices}>
        <IconDeviceMobile size={20} stroke={1.75} aria-hidden /> <IconDeviceDesktop size={20} stroke={1.75} aria-hidden /> No celular e no
        computador
      </p>
    </Fragment>
  )
}
