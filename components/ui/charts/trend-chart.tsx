'use client'

import dynamic from 'next/dynamic'
import { Skeleton } from '../content/skeleton'
import type { TrendChartProps } from './trend-chart-plot'

export const TrendChart = dynamic<TrendChartProps>(
  () => import('./trend-chart-plot').then((module) => module.TrendChartPlot),
  { ssr: false, loading: () => <Skeleton className="h-56 w-full rounded-card" /> },
)
