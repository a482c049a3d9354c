package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Options name a bucket of any server that speaks S3.
type S3Options struct {
	Endpoint, Region, Bucket string // Endpoint is host:port
	AccessKey, SecretKey     string
	Plain                    bool              // HTTP, for a server on this machine
	Transport                http.RoundTripper // nil is the default
}

// S3 is a Store in a bucket.
type S3 struct {
	core   *minio.Core
	bucket string
}

var _ Store = (*S3)(nil)

// OpenS3 checks that the bucket is there.
func OpenS3(ctx context.Context, o S3Options) (*S3, error) {
	core, err := minio.NewCore(o.Endpoint, &minio.Options{
		Creds:  credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""),
		Secure: !o.Plain, Region: o.Region, Transport: o.Transport, BucketLookup: minio.BucketLookupAuto,
	})
	if err != nil {
		return nil, fmt.Errorf("s3: %w", err)
	}
	s := &S3{core, o.Bucket}
	return s, s.Ready(ctx)
}

// Ready implements Store.
func (s *S3) Ready(ctx context.Context) error {
	ok, err := s.core.BucketExists(ctx, s.bucket)
	if err != nil {
		return fmt.Errorf("s3: bucket %s: %w", s.bucket, err)
	}
	if !ok {
		return fmt.Errorf("s3: there is no bucket %s", s.bucket)
	}
	return nil
}

// Put sends one request: some servers ignore the condition on a multipart
// upload, and then a second write replaces the first.
func (s *S3) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	if err := checkKey(key); err != nil {
		return err
	}
	o := minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true}
	o.SetMatchETagExcept("*")
	if _, err := s.Stat(ctx, key); err == nil { // saves the sending, and the answer below
		return ErrExists
	}
	body := &exactly{r, size}
	if size == 0 { // a body that nobody reads
		if err := body.ended(); !errors.Is(err, io.EOF) {
			return err
		}
	}
	_, err := s.core.Client.PutObject(ctx, s.bucket, key, body, size, o)
	if status(err) == http.StatusPreconditionFailed {
		return ErrExists
	}
	// Some servers refuse a taken key and hang up while the body is on its way,
	// so that the refusal is not heard. What is there is whole, whoever wrote it.
	if err != nil && status(err) == 0 && !errors.Is(err, errSize) {
		if _, serr := s.Stat(ctx, key); serr == nil {
			return ErrExists
		}
	}
	return wrap(err)
}

// Open implements Store.
func (s *S3) Open(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	if length == 0 {
		_, err := s.Stat(ctx, key)
		return http.NoBody, err
	}
	var o minio.GetObjectOptions
	if offset > 0 || length > 0 {
		end := int64(0) // to the last byte
		if length > 0 {
			end = offset + length - 1
		}
		if err := o.SetRange(offset, end); err != nil {
			return nil, fmt.Errorf("s3: %w", err)
		}
	}
	body, _, _, err := s.core.GetObject(ctx, s.bucket, key, o)
	if status(err) == http.StatusRequestedRangeNotSatisfiable { // from the end on there is nothing, which is no error
		return http.NoBody, nil
	}
	if err != nil {
		return nil, wrap(err)
	}
	return body, nil
}

// Stat implements Store.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	if err := checkKey(key); err != nil {
		return Info{}, err
	}
	i, err := s.core.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	if err != nil {
		return Info{}, wrap(err)
	}
	return Info{i.Size, i.LastModified.UTC()}, nil
}

// Delete implements Store.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	err := s.core.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{})
	if status(err) == http.StatusNotFound {
		return nil
	}
	return wrap(err)
}

func status(err error) int {
	var e minio.ErrorResponse
	if errors.As(err, &e) {
		return e.StatusCode
	}
	return 0
}

func wrap(err error) error {
	switch {
	case err == nil:
		return nil
	case status(err) == http.StatusNotFound:
		return Missing.Wrap(err, "")
	}
	return fmt.Errorf("s3: %w", err)
}
