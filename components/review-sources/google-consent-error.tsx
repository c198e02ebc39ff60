import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Link } from '../ui/controls/link'

const REASONS = ['denied', 'over', 'refused', 'failed'] as const

export async function GoogleConsentError({ code }: { code: string | undefined }) {
  const reason = REASONS.find((known) => known === code)
  if (reason === undefined) return null
  const t = await getT('reviews')
  return (
    <Callout
      tone={reason === 'denied' ? 'neutral' : 'negative'}
      title={t(`sources.googleReturn.${reason}.title`)}
      action={
        <Button size="small" asChild>
          <Link href="/settings/review-sources/new">{t('sources.googleReturn.again')}</Link>
        </Button>
      }
    >
      {t(`sources.googleReturn.${reason}.body`)}
    </Callout>
  )
}
