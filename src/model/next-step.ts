/** What to do after a command. */
export interface NextStep {
  /** In full sentences. */
  readonly text: string;
  /**
   * A command line that works as it stands once its `<placeholders>` are filled in; null where no command helps. It never holds the
   * key, and is never the call that just failed.
   */
  readonly run: string | null;
  /** `person` for what binds somebody: terms, a submission, replacing what is in review, deleting. */
  readonly by: 'anyone' | 'person';
}
