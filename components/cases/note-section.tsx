import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import type { ResponseNote } from '@/server/cases/schema'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { DeleteNoteDialog, NoteForm } from './note-form'

export type NoteSectionProps = {
  responseId: string
  notes: readonly ResponseNote[]
  viewer: { id: string; mayDeleteAll: boolean }
}

export async function NoteSection({ responseId, notes, viewer }: NoteSectionProps) {
  const t = await getT('cases')
  return (
    <Section title={t('notes')} description={t('notesSentence')}>
      <ClientMessages namespaces={['cases']}>
        <NoteForm responseId={responseId} />
        {notes.length > 0 && (
          <ul className="divide-y rounded-card border bg-surface">
            {notes.map((note) => (
              <li key={note.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3">
                <div className="flex min-h-7 items-center gap-2 text-13">
                  <span className="min-w-0 truncate font-medium">
                    <bdi>{note.authorName}</bdi>
                  </span>
                  <span className="text-ink-faint">
                    <Time value={note.createdAt} />
                  </span>
                  <span className="ml-auto">
                    {(viewer.mayDeleteAll || note.authorId === viewer.id) && (
                      <DeleteNoteDialog id={note.id} authorName={note.authorName} />
                    )}
                  </span>
                </div>
                <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap text-ink-soft">
                  {note.text}
                </p>
              </li>
            ))}
          </ul>
        )}
      </ClientMessages>
    </Section>
  )
}
