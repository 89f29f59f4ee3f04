package camera

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// hello is what rpicam-hello says of three cameras, one of them on USB.
const hello = `Available cameras
-----------------
0 : imx708_wide [4608x2592 10-bit RGGB] (/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
                             2304x1296 [56.03 fps - (0, 0)/4608x2592 crop]

1 : imx477 [4056x3040 12-bit RGGB] (/base/axi/pcie@120000/rp1/i2c@80000/imx477@1a)
    Modes: 'SRGGB12_CSI2P' : 4056x3040 [10.00 fps - (0, 0)/4056x3040 crop]

2 : HD Pro Webcam C920 [2304x1536] (/base/axi/pcie@120000/rp1/usb@300000-1.2:1.0-046d:0892)
    Modes: 'MJPEG' : 1920x1080
`

func TestList(t *testing.T) {
	leavesNothing(t)
	root := t.TempDir()
	if got, err := List(t.Context(), root); err != nil || len(got) != 0 {
		t.Errorf("on an empty machine there are %v, %v", got, err)
	}
	plug(t, root, "0", "usb-046d_HD_Pro_Webcam_C920_1A2B-video-index0")
	plug(t, root, "1", "") // the same camera's second device, for its figures
	write(t, root, "sys/class/video4linux/video1/index", "1\n", 0o600)
	plug(t, root, "3", "")
	plug(t, root, "4", "usb-gone")
	if err := os.Remove(filepath.Join(root, "dev/video4")); err != nil {
		t.Fatal(err)
	}
	for number, name := range map[string]string{"10": "bcm2835-codec-decode", "20": "pispbe-input", "30": "rp1-cfe-csi2_ch0", "19": "rpi-hevc-dec"} {
		write(t, root, "sys/class/video4linux/video"+number+"/name", name+"\n", 0o600)
	}
	usb := []Found{
		{Address: "v4l2:/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1A2B-video-index0", Name: "HD Pro Webcam C920", Kind: "v4l2"},
		{Address: "v4l2:/dev/v4l/by-id/usb-gone", Name: "HD Pro Webcam C920", Kind: "v4l2", Problem: "the camera /dev/v4l/by-id/usb-gone isn't there", Mend: "plug the camera in, into another port if need be; what is there says: harbormaster cameras"},
		{Address: "v4l2:/dev/video3", Name: "HD Pro Webcam C920", Kind: "v4l2"},
	}
	for _, c := range []struct {
		name, program, script string
		want                  []Found
	}{
		{"without the program", "other", "", []Found{{Address: "rpicam:", Name: "camera port", Kind: "rpicam", Problem: "the program that reads the camera port (rpicam-vid) isn't installed", Mend: "sudo apt install rpicam-apps-lite"}}},
		{"older, which answers on standard error", "libcamera-hello", "cat " + root + "/hello >&2", []Found{{Address: "rpicam:", Name: "imx708_wide, up to 4608x2592", Kind: "rpicam"}, {Address: "rpicam:?camera=1", Name: "imx477, up to 4056x3040", Kind: "rpicam"}}},
		{"newer", "rpicam-hello", `[ "$*" = --list-cameras ] && cat ` + root + "/hello", []Found{{Address: "rpicam:", Name: "imx708_wide, up to 4608x2592", Kind: "rpicam"}, {Address: "rpicam:?camera=1", Name: "imx477, up to 4056x3040", Kind: "rpicam"}}},
		{"without an answer", "rpicam-hello", "echo No cameras available! >&2; exit 255", []Found{{Address: "rpicam:", Name: "camera port", Kind: "rpicam", Problem: "rpicam-hello ended (exit status 255): No cameras available!",
			Mend: "switch the Pi off, push the flat cable in on both ends (contacts towards the board's contacts), lock it, switch on, then: rpicam-hello --list-cameras"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, root, "hello", hello, 0o600)
			write(t, root, "usr/bin/"+c.program, "#!/bin/sh\n"+c.script+"\n", 0o700)
			got, err := List(t.Context(), root)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append(c.want, usb...), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			for _, f := range got { // what is listed can be put into the config
				if _, err := Parse(f.Address); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestListHangs(t *testing.T) {
	leavesNothing(t)
	root := t.TempDir()
	write(t, root, "usr/bin/rpicam-hello", "#!/bin/sh\nsleep 1000 & echo $! >> "+root+"/pids; echo $$ >> "+root+"/pids; : > "+root+"/ready; wait\n", 0o700)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := List(ctx, root)
		done <- err
	}()
	for _, err := os.Stat(root + "/ready"); err != nil; _, err = os.Stat(root + "/ready") {
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "rpicam-hello hasn't ended") {
		t.Errorf("it returns %v", err)
	}
	for _, pid := range pids(t, root) {
		untilGone(t, pid)
	}
}

func TestOpenFault(t *testing.T) {
	if err := openFault("/dev/video0", nil); err != nil {
		t.Errorf("without an error it is %v", err)
	}
	for key, number := range map[string]syscall.Errno{"camera.forbidden": syscall.EACCES, "camera.missing": syscall.ENOENT, "camera.busy": syscall.EBUSY} {
		var f *Fault
		err := openFault("/dev/video0", &fs.PathError{Op: "open", Path: "/elsewhere/dev/video0", Err: number})
		if !errors.As(err, &f) || f.Key != key || f.Mend == "" || !strings.Contains(f.Text, "/dev/video0") || strings.Contains(f.Error(), "elsewhere") {
			t.Errorf("%v is %v", number, err)
		}
	}
}
