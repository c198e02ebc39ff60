import { getT } from '@/components/i18n/server'
import { CodeBlock } from '@/components/ui/content/code-block'
import { Section } from '@/components/ui/content/section'
import { REFUSED_OUTCOMES } from '@/server/sequences/trigger-addresses/constants'
import type { TriggerRequestDetail } from '@/server/sequences/trigger-addresses/schema'

export async function RequestContent({ request: { body, outcome } }: { request: TriggerRequestDetail }) {
  const t = await getT('trigger')
  const isRefused = REFUSED_OUTCOMES.some((one) => one === outcome)
  return (
    <Section title={t('content')}>
      {body === null ? (
        <p className="text-14 text-ink-faint">{t(isRefused ? 'contentNever' : 'contentGone')}</p>
      ) : (
        <CodeBlock title="JSON" code={body} className="[&_pre]:max-h-[480px]" />
      )}
    </Section>
  )
}
