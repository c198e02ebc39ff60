'use client'

import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { CASE_STATES } from '@/server/cases/constants'
import type { CaseWithAssignee, ResponseTag } from '@/server/cases/schema'
import { formatDate } from '../format'
import { cn } from '../ui/cn'
import { Combobox } from '../ui/controls/combobox'
import { DateInput } from '../ui/controls/date-input'
import { Field } from '../ui/forms/field'
import { ResponseTagsField } from './response-tags-field'
import { useOptimisticCase } from './use-optimistic-case'
import { filterOptions } from './use-tag-search'

export type CasePanelProps = {
  response: { id: string; case: CaseWithAssignee; tags: readonly ResponseTag[] }
  members: readonly { userId: string; name: string }[]
  currentUserId: string
}

export function CasePanel({ response, members, currentUserId }: CasePanelProps) {
  const t = useTranslations('cases')
  const locale = useLocale()
  const { optimisticCase: currentCase, change } = useOptimisticCase(response.id, response.case)
  const [announcement, announce] = useState('')
  const options = members.map(({ userId, name }) => ({
    value: userId,
    label: userId === currentUserId ? t('you', { name }) : name,
  }))
  function assign(assigneeId: string | null) {
    change({ assigneeId })
    const name = options.find(({ value }) => value === assigneeId)?.label
    announce(name === undefined ? t('said.unassigned') : t('said.assigned', { name }))
  }

  return (
    <div className="grid gap-4">
      <StateButtons
        value={currentCase.state}
        onChange={(state) => {
          change({ state })
          announce(t('said.state', { state: t(`state.${state}`) }))
        }}
      />
      <div className="relative">
        <Field label={t('assignee')}>
          <Combobox
            aria-keyshortcuts="a"
            value={currentCase.assigneeId ?? ''}
            initialOption={options.find(({ value }) => value === currentCase.assigneeId) ?? null}
            placeholder={t('assigneePlaceholder')}
            search={async (text) => filterOptions(options, text)}
            onChange={(value) => assign(value || null)}
          />
        </Field>
        {currentCase.assigneeId !== currentUserId && (
          // Outside the label; present whether or not the case is assigned.
          <button
            type="button"
            aria-keyshortcuts="m"
            onClick={() => assign(currentUserId)}
            className="absolute top-0 right-0 rounded-mark text-13 text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current pointer-coarse:-top-2.5 pointer-coarse:py-2.5"
          >
            {t('assignToMe')}
          </button>
        )}
      </div>
      <Field label={t('due')}>
        <DueInput
          value={currentCase.dueOn}
          onChange={(dueOn) => {
            change({ dueOn })
            announce(dueOn === null ? t('said.notDue') : t('said.due', { day: formatDate(dueOn, locale, 'UTC') }))
          }}
        />
      </Field>
      <ResponseTagsField responseId={response.id} tags={response.tags} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

type State = (typeof CASE_STATES)[number]

/** `e` resolves, as it archives in mail programs. */
const STATE_KEYS: Record<State, string> = { open: 'o', contacted: 'c', resolved: 'e' }

/** Buttons, not radios: an arrow key would save every state that it passes. */
function StateButtons({ value, onChange }: { value: State | null; onChange: (state: State) => void }) {
  const t = useTranslations('cases.state')
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-13 font-medium">
        {t('label')}
      </span>
      <div role="group" aria-labelledby={id} className="grid grid-cols-3 rounded-control border p-0.5">
        {CASE_STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === value}
            aria-keyshortcuts={STATE_KEYS[state]}
            onClick={() => state === value || onChange(state)}
            className={cn(
              'rounded-mark px-1 py-1 text-center text-13 transition-colors pointer-coarse:py-2.5',
              state === value
                ? 'bg-sunken font-medium text-ink forced-colors:outline forced-colors:outline-[Highlight]'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            {t(state)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Saves on blur or Enter: while the year is being typed, the value is a valid date in the first century. */
function DueInput({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
  const [draft, setDraft] = useState(value ?? '')
  const [savedValue, setSavedValue] = useState(value)
  if (savedValue !== value) {
    setSavedValue(value)
    setDraft(value ?? '')
  }
  const save = () => draft === (value ?? '') || onChange(draft || null)
  return (
    <DateInput
      aria-keyshortcuts="d"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}
