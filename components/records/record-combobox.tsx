'use client'

import { Combobox, type ComboboxProps } from '../ui/controls/combobox'
import { findRecords } from './find-records'
import type { Noun } from './nouns'

export type RecordComboboxProps = Omit<ComboboxProps, 'find'> & {
  noun: Noun
  /** One that is not offered. */
  except?: string
}

/** A location, an employee or a company, found on the server while one types. */
export function RecordCombobox({ noun, except, ...combobox }: RecordComboboxProps) {
  return <Combobox {...combobox} find={(search) => findRecords(noun, search, except)} />
}
