import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Card, Section } from '../ui/content/section'
import { AskForSecondFactor } from './require-second-factor-button'

export type SecondFactorRuleProps = {
  asks: boolean
  missing: number
  isAdministrator: boolean
  organization: string
}

export async function SecondFactorRule({ asks, missing, isAdministrator, organization }: SecondFactorRuleProps) {
  const t = await getT('members')
  return (
    <Section title={t('secondFactor.title')} description={t('secondFactor.lead', { organization })}>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid justify-items-start gap-1">
          <Badge tone={asks ? 'accent' : 'quiet'}>{asks ? t('secondFactor.asked') : t('secondFactor.open')}</Badge>
          <p className="text-13 text-ink-soft">{t('secondFactor.missing', { count: missing })}</p>
        </div>
        {isAdministrator && <AskForSecondFactor asks={asks} missing={missing} />}
      </Card>
    </Section>
  )
}
