import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import type { SendingTableRow } from '@/server/sequences/sending/schema'
import { SENDING_STATUS_TONES } from './status-tones'

export async function SendingStatusBadge({
  sending: { status, pausedAt },
}: {
  sending: Pick<SendingTableRow, 'status' | 'pausedAt'>
}) {
  const t = await getT('sequences')
  if (pausedAt !== null) return <Badge>{t('sendingActions.paused')}</Badge>
  return <Badge tone={SENDING_STATUS_TONES[status]}>{t(`sendingStatus.${status}`)}</Badge>
}
