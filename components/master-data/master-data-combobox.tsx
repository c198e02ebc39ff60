'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '../trpc'
import { Combobox, type ComboboxProps } from '../ui/controls/combobox'
import type { Option } from '../ui/controls/select'
import { toast } from '../ui/overlays/toast'
import { searchMasterDataOptions } from './master-data-api'
import type { MasterDataCollectionName } from './master-data-collections'

type MasterDataComboboxProps = Omit<ComboboxProps, 'search'> & {
  collection: MasterDataCollectionName
  excludedId?: string
}

export function MasterDataCombobox({ collection, excludedId, ...combobox }: MasterDataComboboxProps) {
  return <Combobox {...combobox} search={(search) => searchMasterDataOptions(collection, search, excludedId)} />
}

/** Prefix that no id has. */
const NEW_COMPANY_PREFIX = 'new:'
const NAME_MAX_CHARACTERS = 100

/** Company combobox; creates a company if none has the typed name. */
export function CompanyCombobox({ onChange, initialOption = null, ...combobox }: Omit<ComboboxProps, 'search'>) {
  const t = useTranslations('common.combobox')
  const toFailure = useParseCallError()
  const [created, setCreated] = useState<Option | null>(null)

  async function find(text: string): Promise<readonly Option[]> {
    const options = await searchMasterDataOptions('companies', text)
    const exists = options.some(({ label }) => label.toLocaleLowerCase() === text.toLocaleLowerCase())
    if (text === '' || text.length > NAME_MAX_CHARACTERS || exists) return options
    return [...options, { value: `${NEW_COMPANY_PREFIX}${text}`, label: t('create', { name: text }) }]
  }

  async function change(value: string) {
    if (!value.startsWith(NEW_COMPANY_PREFIX)) return onChange(value)
    try {
      const { data } = await trpc.contactOrganizations.create.mutate({ name: value.slice(NEW_COMPANY_PREFIX.length) })
      setCreated({ value: data.id, label: data.name })
      onChange(data.id)
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
  }

  return (
    <Combobox
      {...combobox}
      initialOption={created ?? initialOption}
      search={find}
      onChange={(value) => void change(value)}
    />
  )
}
