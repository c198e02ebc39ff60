'use client'

import { useTranslations } from 'use-intl/react'
import { Input } from '../ui/controls/input'
import { TextLink } from '../ui/controls/text-link'
import { Field } from '../ui/forms/field'
import { useStoredApiKey } from './docs-preferences'

export type ApiKeyCardProps = {
  /** `visitor` is signed out; only an `admin` may create API keys. */
  reader: 'visitor' | 'admin' | 'member'
}

export function ApiKeyCard({ reader }: ApiKeyCardProps) {
  const t = useTranslations('docs.key')
  return (
    <div className="grid gap-2 rounded-card border bg-surface p-4">
      <ApiKeyField />
      <p className="text-13 text-ink-soft">
        {reader === 'admin' && <TextLink href="/settings/api-keys">{t('create')}</TextLink>}
        {reader === 'visitor' &&
          t.rich('signIn', {
            link: (words) => <TextLink href="/sign-in">{words}</TextLink>,
          })}
        {reader === 'member' && t('ask')}
      </p>
    </div>
  )
}

export function ApiKeyField() {
  const t = useTranslations('docs.key')
  const [key, setKey] = useStoredApiKey()
  return (
    <Field label={t('label')} help={t('help')}>
      <Input
        type="password"
        value={key}
        placeholder="cfs_…"
        // Browsers send no other characters in a header.
        pattern="[!-~]*"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setKey(event.target.value.trim())}
        className="font-mono"
      />
    </Field>
  )
}
