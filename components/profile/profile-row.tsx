import type { ComponentType, ReactNode } from 'react'

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean; className?: string }>
export type ProfileRowProps = { icon: Icon; name: string; description: ReactNode; action: ReactNode }

export function ProfileRow({ icon: Icon, name, description, action }: ProfileRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon size={18} aria-hidden className="text-ink-faint max-sm:hidden" />
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="text-13 text-ink-soft">{description}</p>
      </div>
      {action}
    </li>
  )
}
