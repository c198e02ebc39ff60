'use client'

import { CalendarDays, ListChecks, Tag, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { CASE_STATES } from '@/server/cases/vocabulary'
import { trpc, useToFailure } from '../trpc'
import { Button } from '../ui/controls/button'
import { Combobox } from '../ui/controls/combobox'
import { DateInput } from '../ui/controls/date-input'
import { Menu, MenuItem } from '../ui/controls/menu'
import { Field } from '../ui/forms/field'
import { useSelected } from '../ui/lists/selection'
import { Popover, useClosePopover } from '../ui/overlays/popover'
import { toast } from '../ui/overlays/toast'
import { useSayWithUndo } from '../ui/overlays/use-undo'
import { findAmong } from './find-members'
import { useFindTags } from './use-find-tags'

/** What is done about the cases of selected responses, all at once. */
export function CaseBulk() {
  const t = useTranslations('cases')
  const { change, pending } = useChange()
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
          <MenuItem key={state} onSelect={() => void change(async () => ({ state }))}>
            {t(`state.${state}`)}
          </MenuItem>
        ))}
      </Menu>
      <Popover
        trigger={
          <Button size="small" pending={pending}>
            <UserRound size={14} aria-hidden />
            {t('bulk.assign')}
          </Button>
        }
      >
        <Assignees change={change} />
      </Popover>
      <Popover
        trigger={
          <Button size="small" pending={pending}>
            <CalendarDays size={14} aria-hidden />
            {t('bulk.due')}
          </Button>
        }
      >
        <DueDate change={change} />
      </Popover>
      <Popover
        trigger={
          <Button size="small" pending={pending}>
            <Tag size={14} aria-hidden />
            {t('bulk.tag')}
          </Button>
        }
      >
        <Tags change={change} />
      </Popover>
    </>
  )
}

type Changes = Omit<Parameters<typeof trpc.responses.bulk.mutate>[0], 'ids'>
type Change = (changes: () => Promise<Changes>) => Promise<void>

/** Says what came of it, and offers to take it back. The rows stay selected: there may be more to do with them. */
function useChange(): { change: Change; pending: boolean } {
  const t = useTranslations('cases.bulk')
  const router = useRouter()
  const toFailure = useToFailure()
  const sayWithUndo = useSayWithUndo()
  const { ids } = useSelected()
  const [pending, setPending] = useState(false)

  async function change(changes: () => Promise<Changes>) {
    setPending(true)
    try {
      const { data } = await trpc.responses.bulk.mutate({ ids: [...ids], ...(await changes()) })
      const done = t('changed', { count: data.changed })
      const { cases } = data
      if (cases.length > 0) sayWithUndo(done, async () => trpc.responses.takeBack.mutate({ cases }))
      else toast.success(done)
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
    setPending(false)
    router.refresh()
  }
  return { change, pending }
}

const NOBODY = 'nobody'

function Assignees({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()

  async function find(text: string) {
    const { data } = await trpc.members.list.query()
    const members = data.map(({ userId, name }) => ({ value: userId, label: name }))
    return findAmong([...members, { value: NOBODY, label: t('bulk.assignNobody') }], text)
  }

  return (
    <Combobox
      label={t('assignee')}
      value=""
      find={find}
      opensAtOnce
      onChange={(value) => {
        if (value === '') return
        close()
        void change(async () => ({ assigneeId: value === NOBODY ? null : value }))
      }}
    />
  )
}

function DueDate({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()
  const [day, setDay] = useState('')
  const set = (dueOn: string | null) => {
    close()
    void change(async () => ({ dueOn }))
  }
  return (
    <form
      className="grid gap-3 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== '') set(day)
      }}
    >
      <Field label={t('due')}>
        <DateInput value={day} required onChange={(event) => setDay(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary">
          {t('bulk.setDue')}
        </Button>
        <Button size="small" onClick={() => set(null)}>
          {t('bulk.clearDue')}
        </Button>
      </div>
    </form>
  )
}

function Tags({ change }: { change: Change }) {
  const t = useTranslations('cases')
  const close = useClosePopover()
  const { find, toTagId } = useFindTags()
  return (
    <Combobox
      label={t('addTag')}
      placeholder={t('tagPlaceholder')}
      value=""
      find={find}
      opensAtOnce
      onChange={(value) => {
        if (value === '') return
        close()
        void change(async () => ({ addTagId: await toTagId(value) }))
      }}
    />
  )
}
