import { Command } from 'cmdk'
import { Time } from '../../ui/content/time'
import { splitMatches } from './match-text'
import { MENU_ENTRY_ICONS, type MenuEntry } from './menu-entry'

export type EntryRowProps = { entry: MenuEntry; name: string; query: string; onSelect: () => void }

export function EntryRow({ entry, name, query, onSelect }: EntryRowProps) {
  const Icon = entry.icon ?? MENU_ENTRY_ICONS[entry.kind]
  return (
    <Command.Item
      value={name}
      onSelect={onSelect}
      className="flex min-h-10 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 text-14 select-none data-[selected=true]:bg-hover pointer-coarse:min-h-12"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="grid min-w-0 grow">
        <span className="truncate" {...(entry.lang === undefined ? {} : { lang: entry.lang })}>
          <Highlighted text={entry.label} query={query} />
        </span>
        {entry.detail !== undefined && (
          <span className="truncate text-13 text-ink-soft">
            <Highlighted text={entry.detail} query={query} />
          </span>
        )}
      </span>
      {entry.aside !== undefined && <span className="shrink-0 text-12 text-ink-faint">{entry.aside}</span>}
      {entry.at !== undefined && <Time value={entry.at} className="shrink-0 text-12 text-ink-faint" />}
    </Command.Item>
  )
}

function Highlighted({ text, query }: { text: string; query: string }) {
  return splitMatches(text, query).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
      <mark
        key={index}
        className="bg-transparent font-semibold text-ink underline decoration-accent-line decoration-2 underline-offset-2"
      >
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
