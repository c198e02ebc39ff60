import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { LogoSection } from '@/components/sender/logo-section'
import { ReplyToSection } from '@/components/sender/reply-to-section'
import { SenderForm } from '@/components/sender/sender-form'
import { getPageCaller } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('settings')
  return { title: `${t('tabs.sender')} · ${t('title')}` }
}

export default async function SenderSettingsPage() {
  const caller = await getPageCaller('admin')
  const [{ data: sender }, { data: members }, language] = await Promise.all([
    caller.sender.get(),
    caller.members.list(),
    getLocale(),
  ])
  const { brandColor, pageLook, postalAddress, footerText, fromName } = sender
  const draft = { fromName, brandColor, pageLook, postalAddress, footerText }
  const { data: preview } = await caller.sender.preview({ ...draft, language })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ClientMessages namespaces={['sender']}>
        <LogoSection sender={sender} />
        <SenderForm
          sender={sender}
          members={members.map(({ userId, email }) => ({ value: userId, label: email }))}
          initialPreview={preview.html}
        />
        <ReplyToSection pending={sender.pendingReplyTo} />
      </ClientMessages>
    </div>
  )
}
