import { getT } from '@/components/i18n/server'
import { renderInline } from '../markdown-blocks'
import type { SchemaField, TypeDescription } from './schema-fields'

export type FieldListProps = { title: string; fields: readonly SchemaField[] }

export async function FieldList({ title, fields }: FieldListProps) {
  if (fields.length === 0) return null
  return (
    <div className="grid gap-1">
      <h4 className="text-13 font-semibold">{title}</h4>
      <FieldRows fields={fields} />
    </div>
  )
}

export async function FieldRows({ fields }: { fields: readonly SchemaField[] }) {
  const t = await getT('docs')
  return (
    <ul lang="en" className="reference-fields divide-y">
      {fields.map(({ name, depth, type, isRequired, limits, description }, index) => (
        <li
          // A name may occur several times in one body.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${index} ${name}`}
          style={depth > 0 ? { paddingLeft: `${depth * 1.25}rem` } : undefined}
        >
          <p>
            <code>{name}</code> <TypeName type={type} />
            {isRequired && <b> {t('reference.required')}</b>}
            {limits.length > 0 && <small> {limits.join(', ')}</small>}
          </p>
          {description && <p>{renderInline(description)}</p>}
        </li>
      ))}
    </ul>
  )
}

export function TypeName({ type }: { type: TypeDescription }) {
  return (
    <span>
      {type.map(({ text, object }) =>
        object === undefined ? (
          text
        ) : (
          <a key={text} href={`#object-${object}`}>
            {text}
          </a>
        ),
      )}
    </span>
  )
}
