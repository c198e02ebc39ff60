import { TableSkeleton, TextSkeleton } from '@/components/ui/content/skeleton'

export default function SettingsLoading() {
  return (
    <div className="grid gap-6">
      <TextSkeleton lines={2} />
      <TableSkeleton rows={3} columns={4} />
    </div>
  )
}
