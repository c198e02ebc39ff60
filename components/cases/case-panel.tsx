'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseTag, ShownCase } from '@/server/cases/schema'
import { CASE_STATES } from '@/server/cases/vocabulary'
import { cn } from '../ui/cn'
import { Combobox } from '../ui/controls/combobox'
import { DateInput } from '../ui/controls/date-input'
import { Field } from '../ui/forms/field'
import { type Colleague, findAmong } from './find-members'
import { TagsField } from './tags-field'
import { useCase } from './use-case'

export type CasePanelProps = {
  response: { id: string; case: ShownCase; tags: readonly ResponseTag[] }
  members: readonly Colleague[]
  /** Whose page it is. */
  ownId: string
}

/** How far somebody is with a response, who and until when, and its tags: each is saved when it is chosen. */
export function CasePanel({ response, members, ownId }: CasePanelProps) {
  const t = useTranslations('cases')
  const { held, change } = useCase(response.id, response.case)
  const options = members.map(({ userId, name }) => ({
    value: userId,
    label: userId === ownId ? t('you', { name }) : name,
  }))
  return (
    <div className="grid gap-4">
      <States value={held.state} onChange={(state) => change({ state })} />
      <Field label={t('assignee')}>
        <Combobox
          value={held.assigneeId ?? ''}
          chosen={options.find(({ value }) => value === held.assigneeId) ?? null}
          placeholder={t('assigneePlaceholder')}
          find={async (text) => findAmong(options, text)}
          onChange={(value) => change({ assigneeId: value || null })}
        />
      </Field>
      <Field label={t('due')}>
        <DueInput value={held.dueOn} onChange={(dueOn) => change({ dueOn })} />
      </Field>
      <TagsField responseId={response.id} tags={response.tags} />
    </div>
  )
}

type State = (typeof CASE_STATES)[number]

/** Buttons rather than radios: an arrow key would save each state that it passes. */
function States({ value, onChange }: { value: State | null; onChange: (state: State) => void }) {
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

/** Saved once it is left, or by Enter: while somebody types a year, it is in the first century. */
function DueInput({ value, onChange }: { value: string | null; onChange: (day: string | null) => void }) {
  const [typed, setTyped] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value ?? '')
  }
  const save = () => typed === (value ?? '') || onChange(typed || null)
  return (
    <DateInput
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}
