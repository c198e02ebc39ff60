'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { UnsavedChangesGuard } from '../ui/forms/unsaved-changes-guard'

/** Shows recovery codes once; closing requires a confirmation until they are stored. */
export function RecoveryCodesPanel({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const t = useTranslations('profile.secondFactor')
  const [isStored, setStored] = useState(false)
  const text = `${codes.join('\n')}\n`
  const guardTexts = { title: t('leaveTitle'), body: t('leaveBody'), leave: t('leaveYes'), stay: t('leaveNo') }
  const markStored = () => setStored(true)
  return (
    <div className="grid gap-4">
      <Callout tone="neutral">{t('codesBody')}</Callout>
      {/* Manual selection and copying counts as stored. */}
      <ol
        className="grid gap-x-6 gap-y-1 rounded-card border bg-sunken p-4 font-mono text-13 sm:grid-cols-2"
        onCopy={markStored}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t('copyAll')} onCopied={markStored} />
        <Button size="small" asChild>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={t('fileName')}
            onClick={markStored}
          >
            <Download size={14} aria-hidden />
            {t('download')}
          </a>
        </Button>
      </div>
      <Button variant="primary" onClick={onStored}>
        {t('stored')}
      </Button>
      <UnsavedChangesGuard active={!isStored} texts={guardTexts} />
    </div>
  )
}
