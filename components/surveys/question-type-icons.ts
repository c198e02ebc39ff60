import {
  Calendar,
  CircleDot,
  Gauge,
  Grid3x3,
  Hash,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  SquareCheck,
  Star,
  Text,
} from 'lucide-react'
import type { QuestionType } from '@/server/surveys/schema'

/** One for each way to answer, because the editor has no room for more. */
export const QUESTION_TYPE_ICONS: Record<QuestionType, LucideIcon> = {
  text: MessageSquareText,
  single_choice: CircleDot,
  multiple_choice: SquareCheck,
  dropdown: CircleDot,
  yes_no: CircleDot,
  thumbs: CircleDot,
  smileys: Gauge,
  rating: Star,
  scale: Gauge,
  nps: Gauge,
  csat: Gauge,
  ces: Gauge,
  matrix: Grid3x3,
  ranking: ListOrdered,
  number: Hash,
  date: Calendar,
  consent: SquareCheck,
  statement: Text,
}
