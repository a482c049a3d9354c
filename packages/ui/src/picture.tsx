import { ImageIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

/** A picture of bytes that are here; until they are, its place. */
export const Picture = ({
  bytes,
  alt,
  className = 'size-full object-cover',
}: {
  bytes: Blob | undefined
  alt: string
  className?: string
}) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url ? (
    <img src={url} alt={alt} className={className} />
  ) : (
    <ImageIcon aria-label={alt} role="img" size={20} className="m-auto text-ink-3" />
  )
}

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
