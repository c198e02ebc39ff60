/** @jsxImportSource preact */

export function PageHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <header>
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </header>
  )
}
