'use client'

import { CalendarDays, ListChecks, Tag, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { CASE_STATES } from '@/server/cases/constants'
import type { ResponseListFilter } from '@/server/responses/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Combobox } from '../ui/controls/combobox'
import { DateInput } from '../ui/controls/date-input'
import { Menu, MenuItem } from '../ui/controls/menu'
import { Field } from '../ui/forms/field'
import { useSelection } from '../ui/lists/selection'
import { Popover, useClosePopover } from '../ui/overlays/popover'
import { type BulkCaseChanges, useBulkCaseUpdate } from './use-bulk-case-update'
import { filterOptions, useTagSearch } from './use-tag-search'

/** @property filter of the list: what is selected if all that match are */
export function CaseBulkActions({ filter }: { filter: ResponseListFilter }) {
  const t = useTranslations('cases')
  const { ids, isAllMatching } = useSelection()
  const { change: changeRows, pending } = useBulkCaseUpdate()
  // Rows stay selected after a change, for further actions.
  const change: Change = (changes) => changeRows(isAllMatching ? { filter } : { ids: [...ids] }, changes)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="small" pending={pending}>
            <ListChecks size={14} aria-hidden />
            {t('bulk.state')}
          </Button>
        }
      >
        {CASE_STATES.map((state) => (
          <MenuItem key={state} onSelect={() => change(async () => ({ state }))}>
            {t(`state.${state}`)}
          </MenuItem>
        ))}
      </Menu>
      {PICKERS.map(({ shortcut, label, icon: Icon, Picker }) => (
        <Popover
          key={shortcut}
          trigger={
            <Button size="small" pending={pending} aria-keyshortcuts={shortcut}>
              <Icon size={14} aria-hidden />
              {t(label)}
            </Button>
          }
        >
          <Picker change={change} />
        </Popover>
      ))}
    </>
  )
}

type Change = (changes: () => Promise<BulkCaseChanges>) => void

const PICKERS = [
  { shortcut: 'a', label: 'bulk.assign', icon: UserRound, Picker: AssigneePicker },
  { shortcut: 't', label: 'bulk.tag', icon: Tag, Picker: TagPicker },
  { shortcut: 'd', label: 'bulk.due', icon: CalendarDays, Picker: DueDateForm },
] as const

const UNASSIGNED = 'unassigned'

function AssigneePicker({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()

  async function find(text: string) {
    const { data } = await trpc.members.list.query()
    const members = data.map(({ userId, name }) => ({ value: userId, label: name }))
    return filterOptions([...members, { value: UNASSIGNED, label: t('bulk.unassign') }], text)
  }

  return (
    <Combobox
      label={t('assignee')}
      value=""
      search={find}
      opensOnFocus
      onChange={(value) => {
        if (value === '') return
        close()
        change(async () => ({ assigneeId: value === UNASSIGNED ? null : value }))
      }}
    />
  )
}

function TagPicker({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()
  const { find, resolveTagId } = useTagSearch()
  return (
    <Combobox
      label={t('addTag')}
      placeholder={t('tagPlaceholder')}
      value=""
      search={find}
      opensOnFocus
      onChange={(value) => {
        if (value === '') return
        close()
        change(async () => ({ addTagId: await resolveTagId(value) }))
      }}
    />
  )
}

function DueDateForm({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()
  const [day, setDay] = useState('')
  const apply = (dueOn: string | null) => {
    close()
    change(async () => ({ dueOn }))
  }
  return (
    <form
      className="grid gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '') apply(day)
      }}
    >
      <Field label={t('due')}>
        <DateInput value={day} required onChange={(event) => setDay(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary">
          {t('bulk.setDue')}
        </Button>
        <Button size="small" onClick={() => apply(null)}>
          {t('bulk.clearDue')}
        </Button>
      </div>
    </form>
  )
}
