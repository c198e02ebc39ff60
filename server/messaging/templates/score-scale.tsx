/** @jsxImportSource preact */
import { CORNER_RADII } from '../../sender-profile/constants'
import type { PageLook } from '../../sender-profile/schema'
import { FONT_STYLE, mutedStyle, Table, TILE_EDGE } from './layout'
import { WordTable } from './word-table'

export type ScoreTileData = { score: number; label: string; href: string }

const TILES_PER_ROW = 6
const TILE_BORDER_PX = 1
/** Of the link. */
const TILE_INNER_PX = 44
const TILE_PX = TILE_INNER_PX + 2 * TILE_BORDER_PX
const TILE_GAP_PX = 2

/**
 * The numbers of a scale as table cells: Word ignores the size of a link, and joins links that only styles separate. More than
 * six form two tables, stacked where they do not fit side by side. The spaces between the cells are for previews, which read
 * the text without the table.
 */
export function ScoreTiles({ tiles, look }: { tiles: readonly ScoreTileData[]; look: PageLook }) {
  const rows = Array.from({ length: Math.ceil(tiles.length / TILES_PER_ROW) }, (_, index) =>
    tiles.slice(index * TILES_PER_ROW, (index + 1) * TILES_PER_ROW),
  )
  return (
    <WordTable
      cells={rows.map((row, index) => (
        <div key={index} style="display:inline-block;vertical-align:top">
          <table role="presentation" cellPadding="0" cellSpacing={String(TILE_GAP_PX)}>
            <tr>
              {row.map((tile) => (
                <Tile key={tile.score} {...tile} radius={CORNER_RADII[look.corners].small} />
              ))}
            </tr>
          </table>
        </div>
      ))}
    />
  )
}

function Tile({ score, label, href, radius }: ScoreTileData & { radius: number }) {
  return (
    <>
      <td
        class="tile"
        width={TILE_INNER_PX}
        height={TILE_INNER_PX}
        align="center"
        style={`border:${TILE_BORDER_PX}px solid ${TILE_EDGE};border-radius:${radius}px`}
      >
        <a
          class="ink"
          href={href}
          aria-label={label}
          style={`display:block;${FONT_STYLE};font-size:16px;line-height:${TILE_INNER_PX}px;font-weight:600;text-decoration:none;color:#24211d`}
        >
          {score}
        </a>
      </td>{' '}
    </>
  )
}

export function ScaleLabels({ count, low, high }: { count: number; low: string; high: string }) {
  const width = count * (TILE_PX + TILE_GAP_PX) + Math.ceil(count / TILES_PER_ROW) * TILE_GAP_PX
  return (
    <WordTable
      width={width}
      cells={[
        <Table key="ends" style={`max-width:${width}px`}>
          <tr>
            <td class="quiet" align="left" valign="top" style={`padding:4px 8px 8px 2px;${mutedStyle}`}>
              {low}
            </td>{' '}
            <td class="quiet" align="right" valign="top" style={`padding:4px 2px 8px 8px;${mutedStyle}`}>
              {high}
            </td>
          </tr>
        </Table>,
      ]}
    />
  )
}
