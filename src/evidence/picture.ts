/** What a picture says, read by `pictures/`. */
export type PictureReading =
  | {
      ok: true
      /** Texts of the codes in it (QR and the like), in order of the text. */
      codes: string[]
      /** Words in it; null where nobody looked for words, or could not in time. */
      words: string | null
      /** What it looks like, for comparing; null where that says nothing. */
      hash: string | null
    }
  | { ok: false; reason: PictureFailure }

export type PictureFailure =
  /** None of PNG, JPEG, GIF and WebP. */
  'not_a_picture' | 'too_large' | 'unreadable' | 'timeout'

/** Reads a picture. Never rejects for what a picture is. */
export type ReadPicture = (bytes: Uint8Array) => Promise<PictureReading>
