import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { Card, Section } from '../ui/content/section'
import { SecondFactorRequirementButton } from './second-factor-requirement-button'

type RequirementProps = { isRequired: boolean; membersWithout: number; isAdmin: boolean; organization: string }

export async function SecondFactorRequirementSection(props: RequirementProps) {
  const { isRequired, membersWithout, isAdmin, organization } = props
  const t = await getT('members')
  return (
    <Section title={t('secondFactor.title')} description={t('secondFactor.lead', { organization })}>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid justify-items-start gap-1">
          <Badge tone={isRequired ? 'accent' : 'quiet'}>
            {isRequired ? t('secondFactor.asked') : t('secondFactor.open')}
          </Badge>
          <p className="text-13 text-ink-soft">{t('secondFactor.missing', { count: membersWithout })}</p>
        </div>
        {isAdmin && <SecondFactorRequirementButton isRequired={isRequired} membersWithout={membersWithout} />}
      </Card>
    </Section>
  )
}
