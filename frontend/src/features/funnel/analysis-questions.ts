import {
  businessKinds,
  costRanges,
  mainGoals,
  mainProblems,
  motivations,
  revenueRanges,
  type BusinessKind,
  type CostRange,
  type MainGoal,
  type MainProblem,
  type Motivation,
  type RevenueRange,
} from '@prumo/shared/analysis'

/** The seven questions with their texts and options. */
export interface AnalysisQuestion {
  /** The answer that the question sets. */
  answer: 'businessType' | 'monthlyRevenue' | 'fixedCosts' | 'hasReserve' | 'mainGoal' | 'mainProblems' | 'motivation'
  text: string
  hint?: string
  options: readonly { value: string; label: string }[]
  /** Offers a button that skips the question. */
  skippable?: true
  /** Allows several options. */
  several?: true
}

const kinds: Record<BusinessKind, string> = {
  service: 'Presto serviços',
  freelancer: 'Sou autônomo ou freelancer',
  small_business: 'Tenho um pequeno negócio',
  other: 'De outro jeito',
}

const revenues: Record<RevenueRange, string> = {
  '0-2500': 'Até R$\u00a02.500',
  '2500-5000': 'R$\u00a02.500 a R$\u00a05.000',
  '5000-7500': 'R$\u00a05.000 a R$\u00a07.500',
  '7500-15000': 'R$\u00a07.500 a R$\u00a015.000',
  '15000+': 'Mais de R$\u00a015.000',
}

const costs: Record<CostRange, string> = {
  '0-1000': 'Até R$\u00a01.000',
  '1000-2500': 'R$\u00a01.000 a R$\u00a02.500',
  '2500-5000': 'R$\u00a02.500 a R$\u00a05.000',
  '5000+': 'Mais de R$\u00a05.000',
}

const goals: Record<MainGoal, string> = {
  stability: 'Estabilidade no fim do mês',
  growth: 'Fazer o negócio crescer',
  independence: 'Independência financeira',
  routine: 'Uma rotina mais organizada',
  all: 'Tudo isso',
}

const problems: Record<MainProblem, string> = {
  control: 'Não sei para onde o dinheiro vai',
  decisions: 'Decido sem ter os números',
  investment: 'Não consigo guardar nem investir',
  mixing: 'Misturo o dinheiro da casa com o do negócio',
  all: 'Tudo isso',
}

const motives: Record<Motivation, string> = {
  peace: 'Dormir tranquilo',
  control: 'Ter tudo sob controle',
  evolution: 'Ver o negócio evoluir',
  clarity: 'Saber quanto posso gastar',
  confidence: 'Decidir com confiança',
  all: 'Tudo isso',
}

function optionsOf<T extends string>(values: readonly T[], labels: Record<T, string>): AnalysisQuestion['options'] {
  return values.map((value) => ({ value, label: labels[value] }))
}

export const questions: readonly AnalysisQuestion[] = [
  { answer: 'businessType', text: 'Como você trabalha?', options: optionsOf(businessKinds, kinds) },
  {
    answer: 'monthlyRevenue',
    text: 'Quanto entra no seu negócio por mês, em média?',
    options: optionsOf(revenueRanges, revenues),
    skippable: true,
  },
  {
    answer: 'fixedCosts',
    text: 'E o que sai todo mês, de qualquer jeito?',
    hint: 'Aluguel, internet, equipe, assinaturas',
    options: optionsOf(costRanges, costs),
    skippable: true,
  },
  {
    answer: 'hasReserve',
    text: 'Você tem dinheiro guardado para imprevistos?',
    options: [
      { value: 'true', label: 'Sim' },
      { value: 'false', label: 'Não' },
    ],
  },
  { answer: 'mainGoal', text: 'O que você mais quer agora?', options: optionsOf(mainGoals, goals) },
  {
    answer: 'mainProblems',
    text: 'O que mais atrapalha?',
    hint: 'Pode escolher mais de uma.',
    options: optionsOf(mainProblems, problems),
    several: true,
  },
  { answer: 'motivation', text: 'O que faria o esforço valer a pena?', options: optionsOf(motivations, motives) },
]

/** The greeting of the result: `Sua análise, prestador de serviços`. */
export const greetings: Record<BusinessKind, string> = {
  service: 'Sua análise, prestador de serviços',
  freelancer: 'Sua análise, trabalho autônomo',
  small_business: 'Sua análise, pequeno negócio',
  other: 'Sua análise',
}

/** What the main goal requires in the coming months. */
export const goalSentences: Record<MainGoal, string> = {
  stability: 'Para ter estabilidade no fim do mês, a reserva vem antes de qualquer outro gasto.',
  growth: 'Para o negócio crescer, o que sobra se divide: uma parte vai para a reserva, outra volta para ele.',
  independence: 'Para ter independência, guarde todo mês no mesmo dia, também nos meses fracos.',
  routine: 'Para organizar a rotina, lance cada valor no dia e confira tudo uma vez por semana.',
  all: 'Para chegar a tudo o que você quer, comece pela reserva: o resto se apoia nela.',
}

/** The outcome that the motivation promises. */
export const motiveSentences: Record<Motivation, string> = {
  peace: 'Para dormir tranquilo, basta saber o que já está pago e o que ainda vem.',
  control: 'Para ter tudo sob controle, cada entrada e cada saída fica em um lugar só.',
  evolution: 'Para ver o negócio evoluir, cada mês fica ao lado do anterior.',
  clarity: 'Para saber quanto pode gastar, o que sobrou até hoje fica sempre à vista.',
  confidence: 'Para decidir com confiança, os números dos últimos meses ficam à mão.',
  all: 'Tranquilidade, controle e confiança começam no mesmo lugar: lançar o que entra e o que sai.',
}

/** The first step for each difficulty. */
export const firstSteps: Record<Exclude<MainProblem, 'all'>, string> = {
  control: 'Lance cada entrada e cada saída na hora. Em um mês, as categorias mostram para onde o dinheiro foi.',
  decisions: 'Antes de decidir, veja a sobra dos últimos meses. Ela diz quanto cabe.',
  investment: 'Separe a reserva no dia em que o dinheiro entra, antes de gastar.',
  mixing: 'Registre o que você tira para a casa como uma saída do negócio, com categoria própria.',
}
