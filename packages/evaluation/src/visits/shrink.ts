const LONGEST = 1600
const QUALITY = 0.82

/**
 * A photograph as it is sent: no longer than is needed to see what is on it, upright, and without what the camera
 * wrote beside it. What this browser cannot draw goes as it is, and the server says whether it can be read.
 */
export const shrink = async (file: File): Promise<Blob> => {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/jpeg', QUALITY),
    )
    return small ?? file
  } catch {
    return file
  }
}
