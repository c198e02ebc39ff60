/* Shared by `Tabs` and `LinkTabs`. */

export const TAB_LIST_STYLE = 'flex gap-5 overflow-x-auto border-b [scrollbar-width:none]'

export const TAB_STYLE =
  '-mb-px shrink-0 rounded-t-mark border-b-2 border-transparent pt-1 pb-2.5 text-14 text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink focus-visible:outline-offset-[-2px]'
