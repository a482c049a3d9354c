package bffsupplier

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	beginUploadInput struct {
		BidPath
		Body struct {
			QuestionID uuid.UUID `json:"question_id" format:"uuid"`
			Name       string    `json:"name" maxLength:"400"`
			Size       int64     `json:"size"`
		}
	}
	// UploadPath names a file on its way.
	UploadPath struct {
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
	}
	partInput struct {
		UploadPath
		Offset  int64  `query:"offset" minimum:"0"`
		RawBody []byte `contentType:"application/octet-stream"`
	}
	// Upload is a file on its way.
	Upload struct {
		ID       uuid.UUID `json:"id" format:"uuid"`
		Received int64     `json:"received" doc:"Bytes; the next part starts here"`
		Size     int64     `json:"size"`
		Done     bool      `json:"done"`
		File     *BidFile  `json:"file,omitempty"`
	}
	filePath struct {
		BidPath
		FileID uuid.UUID `path:"file_id" format:"uuid"`
	}
)

func uploadOf(u biddingsvc.Upload) Upload {
	out := Upload{ID: u.ID, Received: u.Received, Size: u.Size, Done: u.Done}
	if u.Done {
		f := fileOf(u.File)
		out.File = &f
	}
	return out
}

func mountFiles(b *httpkit.BFF, s *biddingsvc.Service) {
	route(b, http.MethodPost, "/bids/{bid_id}/uploads", "beginUpload", "Announce a file",
		func(ctx context.Context, in *beginUploadInput) (*httpkit.Body[Upload], error) {
			u, err := s.BeginUpload(ctx, httpkit.Actor(ctx), in.BidID, in.Body.QuestionID, in.Body.Name, in.Body.Size)
			return httpkit.JSON(uploadOf(u), err)
		})
	route(b, http.MethodGet, "/uploads/{upload_id}", "uploadStatus", "How much of a file has arrived",
		func(ctx context.Context, in *UploadPath) (*httpkit.Body[Upload], error) {
			u, err := s.UploadStatus(ctx, httpkit.Actor(ctx), in.UploadID)
			return httpkit.JSON(uploadOf(u), err)
		})
	httpkit.Route(b, asSupplier, httpkit.Operation{ID: "appendPart", Method: http.MethodPatch, Path: "/uploads/{upload_id}", Tag: "bidding",
		Summary: "The next part of a file, at most 8 MiB", MaxBody: 9 << 20},
		func(ctx context.Context, in *partInput) (*httpkit.Body[Upload], error) {
			u, err := s.Append(ctx, httpkit.Actor(ctx), in.UploadID, in.Offset, in.RawBody)
			return httpkit.JSON(uploadOf(u), err)
		})
	route(b, http.MethodDelete, "/bids/{bid_id}/files/{file_id}", "removeFile", "Take a file out of the draft",
		func(ctx context.Context, in *filePath) (*httpkit.Empty, error) {
			return &httpkit.Empty{}, s.RemoveFile(ctx, httpkit.Actor(ctx), in.BidID, in.FileID)
		})
	route(b, http.MethodGet, "/bids/{bid_id}/files/{file_id}", "bidFile", "A file of my bid",
		func(ctx context.Context, in *filePath) (*httpkit.Download, error) {
			f, data, err := s.ReadFile(ctx, httpkit.Actor(ctx), in.BidID, in.FileID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(f.Name, f.Type, data), nil
		})
}
