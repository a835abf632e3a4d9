import { difficulties, type BusinessType, type Difficulty } from '@prumo/shared/business'
import type { ProfileChanges, User } from '@prumo/shared/identity'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { normaliseText } from '@prumo/shared/text-form'

/** The values of the form. */
export interface ProfileValues {
  name: string
  businessName: string
  businessType: BusinessType | ''
  /** As typed. */
  monthlyIncome: string
  mainDifficulties: Difficulty[]
}

export function valuesOf({ name, businessName, businessType, monthlyIncome, mainDifficulties }: User): ProfileValues {
  // In the order of the list, which the chips keep.
  return {
    name,
    businessName,
    businessType,
    monthlyIncome: monthlyIncome > 0 ? formatPlainCentavos(monthlyIncome) : '',
    mainDifficulties: difficulties.filter((each) => mainDifficulties.includes(each)),
  }
}

/** The fields that differ from `seen`. The others are not sent, so that changes from elsewhere survive. */
export function changesIn(values: ProfileValues, seen: ProfileValues): ProfileChanges {
  const [now, before] = [toRequestBody(values), toRequestBody(seen)]
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(value, before[field as keyof ProfileChanges])))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function toRequestBody({ name, businessName, businessType, monthlyIncome, mainDifficulties }: ProfileValues): ProfileChanges {
  return {
    name: normaliseText(name),
    businessName: normaliseText(businessName),
    businessType: businessType || undefined,
    monthlyIncome: parseCentavos(monthlyIncome) ?? 0,
    mainDifficulties,
  }
}
