import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import type { DocsFacts } from '@/server/api/pages/docs-facts'
import { InlineCode } from '../ui/content/code-block'

export function DocsTable({ head, rows }: { head: readonly ReactNode[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    // Scrolls horizontally on phones, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={typeof head[0] === 'string' ? head[0] : ''}>
      <table className="w-full border-collapse text-left text-14">
        <thead>
          <tr className="border-b">
            {head.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={index} scope="col" className="py-2 pr-5 text-12 font-medium text-ink-soft last:pr-0">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} className="border-b last:border-b-0">
              {row.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td
                  key={column}
                  className="py-2.5 pr-5 align-top text-ink-soft last:pr-0 [&_code]:break-normal [&_code]:whitespace-nowrap"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const unbroken = (text: string) => <code className="font-mono text-13 whitespace-nowrap text-ink">{text}</code>

export async function ErrorTable({ facts }: { facts: DocsFacts }) {
  const t = await getT('docs')
  return (
    <DocsTable
      head={[t('errors.status'), t('errors.meaning')]}
      rows={facts.errors.map(({ code, status }) => [
        <span key="status" className="figures">
          {status}
        </span>,
        <span key="code" className="grid gap-0.5">
          {unbroken(code)}
          {t(`errors.of.${code}`)}
        </span>,
      ])}
    />
  )
}

export async function ScopeTable({ facts }: { facts: DocsFacts }) {
  const [t, tSettings] = await Promise.all([getT('docs'), getT('settings')])
  return (
    <DocsTable
      head={[t('scopes.scope'), t('scopes.opens')]}
      rows={facts.scopes.map(({ scope, operations }) => [
        unbroken(scope),
        operations.length === 0 ? (
          tSettings(`apiKeys.scope.${scope}`)
        ) : (
          <span key="operations" className="flex flex-wrap gap-x-1.5 gap-y-1">
            {operations.map(({ method, path }) => (
              <InlineCode key={method + path}>{`${method} ${path}`}</InlineCode>
            ))}
          </span>
        ),
      ])}
    />
  )
}

export async function EventTable({ facts }: { facts: DocsFacts }) {
  const t = await getT('docs')
  return (
    <DocsTable
      head={[t('events.kind'), t('events.when')]}
      rows={facts.events.map(({ kind, subscribable }) => [
        unbroken(kind),
        subscribable ? t(`events.of.${kindKey(kind)}`) : `${t(`events.of.${kindKey(kind)}`)} ${t('events.onStep')}`,
      ])}
    />
  )
}

/** A dot in a message key would denote nesting. */
type WithUnderscore<K extends string> = K extends `${infer Record}.${infer Change}` ? `${Record}_${Change}` : K

function kindKey<K extends string>(kind: K): WithUnderscore<K> {
  return kind.replace('.', '_') as WithUnderscore<K>
}
