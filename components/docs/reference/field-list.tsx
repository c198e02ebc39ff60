import { getT } from '@/components/i18n/server'
import { words } from '../prose'
import type { Field } from './fields'

export type FieldListProps = { title: string; fields: readonly Field[] }

/** Parameters, or the fields of a body; nothing where there are none. */
export async function FieldList({ title, fields }: FieldListProps) {
  if (fields.length === 0) return null
  return (
    <div className="grid gap-1">
      <h4 className="text-13 font-semibold">{title}</h4>
      <FieldRows fields={fields} />
    </div>
  )
}

/** The same, closed until somebody asks. */
export async function FoldedFields({ title, fields }: FieldListProps) {
  if (fields.length === 0) return null
  return (
    <details className="group/fields grid gap-1">
      <summary className="cursor-pointer rounded-mark text-13 font-semibold marker:text-ink-faint">{title}</summary>
      <FieldRows fields={fields} />
    </details>
  )
}

async function FieldRows({ fields }: { fields: readonly Field[] }) {
  const t = await getT('docs')
  return (
    <ul lang="en" className="divide-y">
      {fields.map(({ name, depth, type, isRequired, limits, description }, index) => (
        <li
          // A name may stand in several places of one body.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${index} ${name}`}
          className="grid gap-1 py-2.5 text-14"
          style={depth > 0 ? { paddingLeft: `${depth * 1.25}rem` } : undefined}
        >
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
            <code className="font-mono text-13 font-medium text-ink [overflow-wrap:anywhere]">{name}</code>
            <span className="text-12 text-ink-soft [overflow-wrap:anywhere]">{type}</span>
            {isRequired && <span className="text-12 font-medium text-neutral-text">{t('reference.required')}</span>}
            {limits.length > 0 && <span className="figures text-12 text-ink-faint">{limits.join(', ')}</span>}
          </p>
          {description.length > 0 && <p className="max-w-[60ch] text-ink-soft">{words(description)}</p>}
        </li>
      ))}
    </ul>
  )
}
