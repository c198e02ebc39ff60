import { useTranslations } from 'use-intl/react'
import { API_KEY_SCOPES, coversScope } from '@/server/api-keys/constants'
import type { ApiKeyScope } from '@/server/api-keys/schema'
import { InlineCode } from '../ui/content/code-block'
import { Checkbox } from '../ui/controls/checkbox'

const GROUPS = [
  'contacts',
  'surveys',
  'sequences',
  'responses',
  'reviews',
  'locations',
  'employees',
  'contact-organizations',
  'webhooks',
  'all',
] as const

export type ScopePickerProps = { value: readonly ApiKeyScope[]; onChange: (scopes: ApiKeyScope[]) => void }

/** Scopes by resource. A scope implied by a wider one is checked and disabled. */
export function ScopePicker({ value, onChange }: ScopePickerProps) {
  const t = useTranslations('settings.apiKeys')
  const toggle = (scope: ApiKeyScope, on: boolean) => {
    const rest = value.filter((other) => other !== scope && !(on && coversScope(scope, other)))
    onChange(on ? [...rest, scope] : rest)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {GROUPS.map((group) => (
        <div key={group} role="group" aria-label={t(`groups.${group}`)} className="grid content-start gap-2">
          <p className="text-12 text-ink-faint">{t(`groups.${group}`)}</p>
          {API_KEY_SCOPES.filter((scope) => scopeGroup(scope) === group).map((scope) => {
            const isCovered = value.some((other) => other !== scope && coversScope(other, scope))
            return (
              <Checkbox
                key={scope}
                label={t(`scope.${scope}`)}
                help={<InlineCode>{scope}</InlineCode>}
                checked={isCovered || value.includes(scope)}
                disabled={isCovered}
                onChange={(on) => toggle(scope, on)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function scopeGroup(scope: ApiKeyScope): string {
  return scope === 'admin' ? 'all' : (scope.split(':')[0] ?? '')
}
