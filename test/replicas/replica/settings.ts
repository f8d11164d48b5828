/** The times of an election, in milliseconds. */
export interface ElectionTimes {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** What a replica is told. */
export interface ReplicaSettings {
  readonly identity: string;
  readonly namespace: string;
  readonly times: ElectionTimes;
  readonly server: string;
  readonly token: string;
  readonly ca: string;
  /** For Go, which reads its cluster from a file. */
  readonly kubeconfigPath: string;
  /** How long SIGUSR2 blocks the event loop. */
  readonly blockMs: number;
}
