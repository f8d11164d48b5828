/** What grew with time, and how far that is known. Both by unit of `x`. */
export interface Growth {
  readonly slope: number;
  /** The slope is this much less or more with a probability of 95 %; Infinity where there are too few points. */
  readonly uncertainty: number;
}

/** A point, with something that `y` may contain and that is judged by itself. */
export interface GrowthPoint {
  readonly x: number;
  readonly y: number;
  readonly beside: number;
}

/** Of the line that lies nearest to the points; 0 for fewer than two. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const covariance = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY)));
  const variance = sum(points.map(({ x }) => (x - meanX) ** 2));
  return points.length < 2 || variance === 0 ? 0 : covariance / variance;
}

/**
 * The slope of what is left of `y` when a share of `beside` is taken away: that share, of 0 to 2, by which the two go together
 * best. What waits for handlers is bounded, and judged by itself; with few changes a second it takes long to reach its bound. The
 * uncertainty is that of a regression over both whose residuals hang together: neighbours tell less than strangers.
 */
export function growthBeside(points: readonly GrowthPoint[]): Growth {
  const slope = (of: (point: GrowthPoint) => number): number =>
    slopeOf(points.map((point) => ({ x: point.x, y: of(point) })));
  const [ySlope, besideSlope] = [slope(({ y }) => y), slope(({ beside }) => beside)];
  // How the two go together once the growth of each with time is taken away.
  const apart = points.map(({ x, y, beside }) => ({ x: beside - besideSlope * x, y: y - ySlope * x }));
  const share = Math.min(2, Math.max(0, slopeOf(apart)));
  const grown = ySlope - share * besideSlope;
  const rest = centred(points.map(({ x, y, beside }) => y - share * beside - grown * x));
  return { slope: grown, uncertainty: uncertaintyOf(points, rest) };
}

function uncertaintyOf(points: readonly GrowthPoint[], rest: readonly number[]): number {
  const freedom = points.length - 3;
  if (freedom < 1) return Infinity;
  // Time, as far as it does not go together with what waits.
  const timeByBeside = slopeOf(points.map(({ x, beside }) => ({ x: beside, y: x })));
  const time = centred(points.map(({ x, beside }) => x - timeByBeside * beside));
  const squares = sum(rest.map((value) => value ** 2));
  const neighbours = sum(rest.slice(1).map((value, index) => value * (rest[index] ?? 0)));
  const kinship = squares === 0 ? 0 : Math.min(0.9, Math.max(0, neighbours / squares));
  const deviation = Math.sqrt(squares / freedom / sum(time.map((value) => value ** 2)));
  return 2 * deviation * Math.sqrt((1 + kinship) / (1 - kinship));
}

function centred(values: readonly number[]): number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
