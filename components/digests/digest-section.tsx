import type { DigestChoice } from '@/server/digests/schema'
import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { DigestSwitch, SendPreview } from './later'

type DigestSectionProps = { choices: readonly DigestChoice[]; mailCaptured: boolean }

/** A person's weekly digests, one for each of their organizations. */
export async function DigestSection({ choices, mailCaptured }: DigestSectionProps) {
  const t = await getT('digests')
  return (
    <Section title={t('title')} description={t('profileLead')} action={<SendPreview mailCaptured={mailCaptured} />}>
      <Table>
        <thead>
          <tr>
            <HeaderCell>{t('organization')}</HeaderCell>
            <HeaderCell align="right">{t('on')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <Row key={choice.organizationId}>
              <Cell className="font-medium max-md:w-full max-md:max-w-0 max-md:truncate">{choice.name}</Cell>
              <Cell align="right">
                <DigestSwitch choice={choice} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
